# The game in sequence form.
rule compile:
    input:
        lambda wildcards: code(
            f"regretlab.games.{game_of(wildcards)['rules']}",
            "regretlab.sequence_form.compile",
            "regretlab.sequence_form.file",
        ),
        study=ancient("config/studies/{study}.yaml"),
    output:
        "results/{study}/{game}/game.json",
    log:
        "logs/{study}/{game}/compile.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=2),
        entry=game_of,
    shell:
        "regretlab compile {input.study} {params.folder} {wildcards.game} 2>&1 | tee {log}"
