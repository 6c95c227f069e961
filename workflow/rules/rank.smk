# All runs of a study in one table, and who wins where.
rule rank:
    input:
        code("regretlab.stages.rank"),
        verdict="results/{study}/verdict/claims.json",
        study="results/{study}/study.json",
    output:
        "results/{study}/runs.csv",
        "results/{study}/runs.parquet",
        "results/{study}/ranking.csv",
    log:
        "logs/{study}/rank.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], parent=True),
    shell:
        "regretlab rank {params.folder} 2>&1 | tee {log}"
