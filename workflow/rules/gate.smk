# What is behind the gate has been verified, or reproduced: a figure, a report, a manifest needs its verdict.
rule gate:
    input:
        sources("regretlab.stages.gate"),
        study=ancient("results/{study}/study.json"),
        reports=lambda wildcards: (
            verification_of(wildcards)
            if wildcards.report == "verification"
            else f"results/{wildcards.study}/claims.csv"
        ),
    output:
        "results/{study}/verdict/{report}.json",
    log:
        "logs/{study}/gate-{report}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab gate {params.folder} {wildcards.report} {input.reports} 2>&1 | tee {log}"
