# What follows from a finished run.
rule export:
    input:
        code("regretlab.stages.export"),
        study=ancient("config/studies/{study}.yaml"),
        game=rules.compile.output,
        trajectory="results/{study}/{game}/{variant}/trajectory.csv",
        checkpoints="results/{study}/{game}/{variant}/checkpoints",
    output:
        "results/{study}/{game}/{variant}/trajectory.parquet",
        "results/{study}/{game}/{variant}/strategy.csv",
    log:
        "logs/{study}/{game}/{variant}/export.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
        iterations=lambda wildcards: study_of(wildcards)["iterations"],
    shell:
        "regretlab export {input.study} {params.folder} {wildcards.game} {wildcards.variant} 2>&1 | tee {log}"


# Every plan against the final strategy: small games only.
rule plans:
    input:
        code("regretlab.stages.export"),
        study=ancient("config/studies/{study}.yaml"),
        game=rules.compile.output,
        checkpoints="results/{study}/{game}/{variant}/checkpoints",
    output:
        "results/{study}/{game}/{variant}/plans.csv",
    log:
        "logs/{study}/{game}/{variant}/plans.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
        iterations=lambda wildcards: study_of(wildcards)["iterations"],
    shell:
        "regretlab plans {input.study} {params.folder} {wildcards.game} {wildcards.variant} 2>&1 | tee {log}"
