# Figures of a game, for screen and print.
rule plot:
    input:
        code("regretlab.figures.draw"),
        verdict="results/{study}/verdict/claims.json",
        study="results/{study}/study.json",
        methods="results/{study}/methods.csv",
    output:
        directory("results/{study}/figures/{game}"),
    log:
        "logs/{study}/{game}/plot.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab plot {params.folder} {wildcards.game} 2>&1 | tee {log}"


# Timelines of questions on who may raise.
rule plot_hands:
    input:
        code("regretlab.figures.hands"),
        verdict="results/{study}/verdict/claims.json",
        study="results/{study}/study.json",
        hands="results/{study}/hands/{hands}",
    output:
        directory("results/{study}/figures/hands/{hands}"),
    log:
        "logs/{study}/hands/{hands}/plot.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab plot_hands {params.folder} {wildcards.hands} 2>&1 | tee {log}"


# All games side by side.
rule plot_games:
    input:
        code("regretlab.figures.draw"),
        verdict="results/{study}/verdict/claims.json",
        study="results/{study}/study.json",
        methods="results/{study}/methods.csv",
    output:
        "results/{study}/figures/games.svg",
        "results/{study}/figures/games.png",
    log:
        "logs/{study}/plot_games.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab plot_games {params.folder} 2>&1 | tee {log}"
