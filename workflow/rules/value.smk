# The value of a game, and a pair of optimal strategies.
rule value:
    input:
        code("regretlab.stages.value"),
        study=ancient("config/studies/{study}.yaml"),
        game=rules.compile.output,
    output:
        "results/{study}/{game}/value/value.json",
        "results/{study}/{game}/value/strategy.csv",
    log:
        "logs/{study}/{game}/value.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
        entry=game_of,
    shell:
        "regretlab value {input.study} {params.folder} {wildcards.game} 2>&1 | tee {log}"
