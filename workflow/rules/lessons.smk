# What the final strategy of a run of Willow teaches.
rule lessons:
    input:
        code("regretlab.stages.lessons"),
        study=ancient("config/studies/{study}.yaml"),
        strategy=strategy_of_lessons,
    output:
        "results/{study}/{game}/lessons/ranking.csv",
        "results/{study}/{game}/lessons/street1.csv",
        "results/{study}/{game}/lessons/up.csv",
        "results/{study}/{game}/lessons/bets.csv",
        "results/{study}/{game}/lessons/ends.csv",
    log:
        "logs/{study}/{game}/lessons.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=3),
        entry=game_of,
    shell:
        "regretlab lessons {input.study} {params.folder} {wildcards.game} 2>&1 | tee {log}"
