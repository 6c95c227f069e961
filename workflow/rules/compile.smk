# The game in sequence form.
rule compile:
    input:
        lambda wildcards: f"src/regretlab/games/{game_of(wildcards)['rules']}.py",
        sources("regretlab.sequence_form.compile", "regretlab.sequence_form.file"),
        study=ancient("results/{study}/study.json"),
    output:
        "results/{study}/{game}/game.json",
    log:
        "logs/{study}/{game}/compile.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        entry=game_of,
    shell:
        "regretlab compile {params.folder} {wildcards.game} 2>&1 | tee {log}"
