# What follows from a finished run.
rule export:
    input:
        sources("regretlab.stages.export"),
        study=ancient("results/{study}/study.json"),
        game="results/{study}/{game}/game.json",
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
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab export {params.folder} {wildcards.game} {wildcards.variant} 2>&1 | tee {log}"


# Every plan against the final strategy: small games only.
rule plans:
    input:
        sources("regretlab.stages.export"),
        study=ancient("results/{study}/study.json"),
        game="results/{study}/{game}/game.json",
        checkpoints="results/{study}/{game}/{variant}/checkpoints",
    output:
        "results/{study}/{game}/{variant}/plans.csv",
    log:
        "logs/{study}/{game}/{variant}/plans.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab plans {params.folder} {wildcards.game} {wildcards.variant} 2>&1 | tee {log}"
