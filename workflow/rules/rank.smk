# All runs of a study in one table, the runs of each method together, and who wins where.
rule rank:
    input:
        code("regretlab.stages.rank"),
        runs_of_study,
        study="results/{study}/study.json",
    output:
        "results/{study}/runs.csv",
        "results/{study}/runs.parquet",
        "results/{study}/methods.csv",
        "results/{study}/ranking.csv",
    log:
        "logs/{study}/rank.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], parent=True),
    shell:
        "regretlab rank {params.folder} 2>&1 | tee {log}"
