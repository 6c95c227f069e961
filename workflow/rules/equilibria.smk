# Exact statements on a family of equilibria.
rule equilibria:
    input:
        code("regretlab.stages.equilibria"),
        game=rules.compile.output,
        family=family_of,
    output:
        "results/{study}/{game}/equilibria/summary.json",
        "results/{study}/{game}/equilibria/family.csv",
        "results/{study}/{game}/equilibria/members.csv",
        "results/{study}/{game}/equilibria/deviations.csv",
        "results/{study}/{game}/equilibria/bounds.csv",
        "results/{study}/{game}/equilibria/certificates.csv",
        "results/{study}/{game}/equilibria/pure_profiles.csv",
    log:
        "logs/{study}/{game}/equilibria.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
    shell:
        "regretlab equilibria {params.folder} {wildcards.game} {input.family} 2>&1 | tee {log}"


# How far the average strategy is from them, along the trajectory.
rule distance:
    input:
        code("regretlab.stages.distance"),
        game=rules.compile.output,
        frequencies="results/{study}/{game}/{variant}/frequencies.csv",
        family=family_of,
    output:
        "results/{study}/{game}/{variant}/distance.csv",
    log:
        "logs/{study}/{game}/{variant}/distance.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
    shell:
        "regretlab distance {params.folder} {wildcards.game} {wildcards.variant} {input.family} 2>&1 | tee {log}"
