# What is behind the gate has been verified, or reproduced: a figure, a report, a manifest needs its verdict.
rule gate:
    input:
        code("regretlab.stages.gate"),
        study="results/{study}/study.json",
        claims=lambda wildcards: (
            claims_of(wildcards) if wildcards.report == "claims" else []
        ),
        table=lambda wildcards: (
            f"results/{wildcards.study}/claims.csv"
            if wildcards.report == "claims"
            else []
        ),
        reports=lambda wildcards: (
            verification_of(wildcards)
            if wildcards.report == "verification"
            else verification_of_claims(wildcards)
        ),
    output:
        "results/{study}/verdict/{report}.json",
    log:
        "logs/{study}/gate-{report}.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.study, parent=True),
        claims=lambda wildcards, input: (
            "--claims " + " ".join(input.claims) if input.claims else ""
        ),
    shell:
        "regretlab gate {params.folder} {wildcards.report} {input.reports} {params.claims} 2>&1 | tee {log}"
