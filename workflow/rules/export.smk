# What follows from a finished run.
rule export:
    input:
        code_of_variant,
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
        entry=variant_of,
    shell:
        "regretlab export {input.study} {params.folder} {wildcards.game} {wildcards.variant} 2>&1 | tee {log}"


# The same for all runs of a batch.
for batch in batches():

    rule:
        name:
            batch.named("export")
        input:
            batch.code(),
            code("regretlab.stages.export"),
            study=ancient(f"config/studies/{batch.study}.yaml"),
            game=expand(rules.compile.output, study=batch.study, game=batch.game),
            trajectories=batch.files("results/{study}/{game}/{variant}/trajectory.csv"),
            checkpoints=batch.files("results/{study}/{game}/{variant}/checkpoints"),
        output:
            batch.files(*rules.export.output),
        log:
            f"logs/{batch.study}/{batch.game}/export-{batch.name}.log",
        conda:
            "../envs/regretlab.yaml"
        params:
            folder=subpath(output[0], ancestor=3),
            game=batch.game,
            variants=batch.folders(),
            iterations=STUDIES[batch.study]["iterations"],
            entries=batch.variants,
        shell:
            "regretlab export {input.study} {params.folder} {params.game} {params.variants} 2>&1 | tee {log}"


# Every plan against the final strategy: small games only.
rule plans:
    input:
        code_of_variant,
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
        entry=variant_of,
    shell:
        "regretlab plans {input.study} {params.folder} {wildcards.game} {wildcards.variant} 2>&1 | tee {log}"
