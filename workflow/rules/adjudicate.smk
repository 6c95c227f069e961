# Hands that were played, or questions on who may raise, judged action by action.
rule adjudicate:
    input:
        code("regretlab.stages.hands"),
        study=ancient("config/studies/{study}.yaml"),
        file=file_of_hands,
    output:
        directory("results/{study}/hands/{hands}"),
    log:
        "logs/{study}/hands/{hands}/adjudicate.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=2),
        entry=hands_of,
    shell:
        "regretlab hands {input.study} {params.folder} {wildcards.hands} 2>&1 | tee {log}"
