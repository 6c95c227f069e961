# Printed figures against regenerated ones.
rule claims:
    input:
        code("regretlab.stages.claims"),
        verdict="results/{study}/verdict/verification.json",
        claims=claims_of,
    output:
        "results/{study}/claims.csv",
    log:
        "logs/{study}/claims.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], ancestor=1),
    shell:
        "regretlab claims {params.folder} {input.claims} 2>&1 | tee {log}"
