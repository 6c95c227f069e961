# Everything on one page.
rule report:
    input:
        code("regretlab.stages.report"),
        "src/regretlab/stages/report.html",
        verdicts=[
            "results/{study}/verdict/verification.json",
            "results/{study}/verdict/claims.json",
        ],
        study="results/{study}/study.json",
        tables=tables_of_study,
        figures=figures_of_study,
    output:
        "results/{study}/report.html",
    log:
        "logs/{study}/report.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab report {params.folder} 2>&1 | tee {log}"
