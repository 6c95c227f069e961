# A variant on a game. What the study says of the run is a parameter: other changes of the study do not train anew.
# (The study file is ancient for that reason. A file that a rule makes must never be: its makers' changes would be lost.)
rule train:
    input:
        code_of_variant,
        code_of_histories,
        code("regretlab.stages.train"),
        study=ancient("config/studies/{study}.yaml"),
        game=rules.compile.output,
    output:
        "results/{study}/{game}/{variant}/trajectory.csv",
        checkpoints=directory("results/{study}/{game}/{variant}/checkpoints"),
    log:
        "logs/{study}/{game}/{variant}/train.log",
    wildcard_constraints:
        study=studies_where(lambda study: not study["frequencies"]),
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
        schedule=schedule_of,
        entry=variant_of,
        resume="resume/{study}",
    shell:
        "regretlab train {input.study} {params.folder} {wildcards.game} {wildcards.variant} --resume {params.resume} 2>&1 | tee {log}"


# The same for studies that ask for the average strategy at every snapshot.
use rule train as train_with_frequencies with:
    output:
        "results/{study}/{game}/{variant}/trajectory.csv",
        "results/{study}/{game}/{variant}/frequencies.csv",
        checkpoints=directory("results/{study}/{game}/{variant}/checkpoints"),
    wildcard_constraints:
        study=studies_where(lambda study: study["frequencies"]),


# The file that a variant comes from, and the tables that it takes numbers from, beside what it made.
rule variant_file:
    input:
        file_of_variant,
    output:
        "results/{study}/{game}/{variant}/{own}",
    log:
        "logs/{study}/{game}/{variant}/{own}.log",
    wildcard_constraints:
        own=names_of_own_files(),
    conda:
        "../envs/regretlab.yaml"
    shell:
        "cp {input} {output} 2>&1 | tee {log}"


# Runs that one job does, since they would take longer to start one by one than to run.
for batch in batches():

    rule:
        name:
            batch.named("train")
        input:
            batch.code(),
            batch.code_of_histories(),
            code("regretlab.stages.train"),
            study=ancient(f"config/studies/{batch.study}.yaml"),
            game=expand(rules.compile.output, study=batch.study, game=batch.game),
        output:
            batch.files(
                "results/{study}/{game}/{variant}/trajectory.csv",
                *(
                    ["results/{study}/{game}/{variant}/frequencies.csv"]
                    if STUDIES[batch.study]["frequencies"]
                    else []
                ),
            ),
            checkpoints=directory(
                batch.files("results/{study}/{game}/{variant}/checkpoints")
            ),
        log:
            f"logs/{batch.study}/{batch.game}/train-{batch.name}.log",
        conda:
            "../envs/regretlab.yaml"
        params:
            folder=subpath(output[0], ancestor=3),
            game=batch.game,
            variants=batch.folders(),
            schedule={key: STUDIES[batch.study][key] for key in RUN_KEYS},
            entries=batch.variants,
            resume=f"resume/{batch.study}",
        shell:
            "regretlab train {input.study} {params.folder} {params.game} {params.variants} --resume {params.resume} 2>&1 | tee {log}"
