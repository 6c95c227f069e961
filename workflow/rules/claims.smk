# Printed figures against regenerated ones.
rule claims:
    input:
        sources("regretlab.stages.claims"),
        verdict="results/{study}/verdict/verification.json",
        study=ancient("results/{study}/study.json"),
        claims=claims_of,
    output:
        "results/{study}/claims.csv",
    log:
        "logs/{study}/claims.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
    shell:
        "regretlab claims {params.folder} {input.claims} 2>&1 | tee {log}"
