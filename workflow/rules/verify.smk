# The second implementation repeats a run. It runs with nothing but the standard library in reach (-S),
# writes its report whatever it finds, and leaves the judgment to the gate.
rule verify:
    input:
        package_sources("recheck"),
        files_of_run,
        study="results/{study}/study.json",
    output:
        report="results/{study}/verification/{game}/{variant}/{mode}.json",
    log:
        "logs/{study}/{game}/{variant}/verify-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck run {params.folder} {wildcards.game} {wildcards.variant}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"


# The same for the runs of a batch.
for batch in batches():
    for mode in ("python", "python-O"):

        rule:
            name:
                batch.named("verify", mode)
            input:
                package_sources("recheck"),
                batch.published(),
                study=f"results/{batch.study}/study.json",
            output:
                batch.files(
                    f"results/{{study}}/verification/{{game}}/{{variant}}/{mode}.json"
                ),
            log:
                f"logs/{batch.study}/{batch.game}/verify-{batch.name}-{mode}.log",
            conda:
                "../envs/regretlab.yaml"
            params:
                folder=subpath(input.study, parent=True),
                game=batch.game,
                variants=batch.folders(),
                report=f"results/{batch.study}/verification/{batch.game}/VARIANT/{mode}.json",
                python=mode.replace("-", " -"),
            shell:
                "PYTHONPATH=src {params.python} -S -m recheck run {params.folder} {params.game} {params.variants}"
                " --report '{params.report}' --exit-zero 2>&1 | tee {log}"


# The same for the statements on equilibria.
rule verify_equilibria:
    input:
        package_sources("recheck"),
        files_of_game,
        study="results/{study}/study.json",
        equilibria=rules.equilibria.output,
    output:
        report="results/{study}/verification/{game}/equilibria/{mode}.json",
    log:
        "logs/{study}/{game}/verify-equilibria-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck equilibria {params.folder} {wildcards.game}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"


# The same for the value of a game.
rule verify_value:
    input:
        package_sources("recheck"),
        files_of_game,
        study="results/{study}/study.json",
        value=rules.value.output,
    output:
        report="results/{study}/verification/{game}/value/{mode}.json",
    log:
        "logs/{study}/{game}/verify-value-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck value {params.folder} {wildcards.game}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"


# The same for lessons.
rule verify_lessons:
    input:
        package_sources("recheck"),
        study="results/{study}/study.json",
        strategy=strategy_of_lessons,
        lessons=rules.lessons.output,
    output:
        report="results/{study}/verification/{game}/lessons/{mode}.json",
    log:
        "logs/{study}/{game}/verify-lessons-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck lessons {params.folder} {wildcards.game}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"


# The same for hands: a reader, a dealer and sentences of its own.
rule verify_hands:
    input:
        package_sources("recheck"),
        study="results/{study}/study.json",
        hands="results/{study}/hands/{hands}",
    output:
        report="results/{study}/verification/hands/{hands}/{mode}.json",
    log:
        "logs/{study}/hands/{hands}/verify-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck hands {params.folder} {wildcards.hands}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"


# The same for the tables of the whole study.
rule verify_tables:
    input:
        package_sources("recheck"),
        runs_of_study,
        study="results/{study}/study.json",
        tables=rules.rank.output,
    output:
        report="results/{study}/verification/tables/{mode}.json",
    log:
        "logs/{study}/verify-tables-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck tables {params.folder}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"


# The same for the claims, once the results that they are about are verified.
rule verify_claims:
    input:
        package_sources("recheck"),
        "results/{study}/verdict/verification.json",
        study="results/{study}/study.json",
        claims="results/{study}/claims.csv",
    output:
        report="results/{study}/verification/claims/{mode}.json",
    log:
        "logs/{study}/verify-claims-{mode}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        python=lambda wildcards: wildcards.mode.replace("-", " -"),
    shell:
        "PYTHONPATH=src {params.python} -S -m recheck claims {params.folder}"
        " --report {output.report} --exit-zero 2>&1 | tee {log}"
