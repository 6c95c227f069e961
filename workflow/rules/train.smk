# A variant on a game. The schedule is a parameter: other changes of the study do not train anew.
rule train:
    input:
        lambda wildcards: f"src/regretlab/variants/{variant_of(wildcards)['rule']}.py",
        sources("regretlab.stages.train"),
        study=ancient("results/{study}/study.json"),
        game="results/{study}/{game}/game.json",
    output:
        "results/{study}/{game}/{variant}/trajectory.csv",
        "results/{study}/{game}/{variant}/frequencies.csv",
        checkpoints=directory("results/{study}/{game}/{variant}/checkpoints"),
    log:
        "logs/{study}/{game}/{variant}/train.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        schedule=schedule_of,
        entry=variant_of,
        resume="resume/{study}/{game}/{variant}",
    shell:
        "regretlab train {params.folder} {wildcards.game} {wildcards.variant} --resume {params.resume} 2>&1 | tee {log}"
