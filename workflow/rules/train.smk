# A variant on a game. What the study says of the run is a parameter: other changes of the study do not train anew.
# (The study file is ancient for that reason. A file that a rule makes must never be: its makers' changes would be lost.)
rule train:
    input:
        lambda wildcards: code(
            f"regretlab.variants.{variant_of(wildcards)['rule']}",
            "regretlab.stages.train",
        ),
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
        resume="resume/{study}/{game}/{variant}",
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
