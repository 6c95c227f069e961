# The game in sequence form.
rule compile:
    input:
        code_of_rules,
        study=ancient("config/studies/{study}.yaml"),
    output:
        "results/{study}/{game}/game.json",
        "results/{study}/{game}/infosets.csv",
        "results/{study}/{game}/outcomes.csv",
    log:
        "logs/{study}/{game}/compile.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=2),
        entry=game_of,
    shell:
        "regretlab compile {input.study} {params.folder} {wildcards.game} 2>&1 | tee {log}"


# The file that a game comes from; and the same game in Gambit's format, if the file is one that only Python reads.
rule rules_file:
    input:
        code_of_rules,
        code("regretlab.gambit.write"),
        study=ancient("config/studies/{study}.yaml"),
    output:
        "results/{study}/{game}/{file}",
    log:
        "logs/{study}/{game}/{file}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=2),
        entry=game_of,
    shell:
        "regretlab rules_file {input.study} {params.folder} {wildcards.game} {wildcards.file} 2>&1 | tee {log}"
