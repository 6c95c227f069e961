# What the methods are worth after so many seconds. No two runs take equally long, so none of this is part of a bundle, verified
# or sealed, and it is made only if asked for. It takes all cores that there are: nothing else runs meanwhile.
rule timing:
    input:
        code("regretlab.stages.timing", "regretlab.figures.draw"),
        study=ancient("config/studies/{study}.yaml"),
        methods="results/{study}/methods.csv",
        verdict="results/{study}/verdict/claims.json",
    output:
        "timing/{study}.svg",
        "timing/{study}.png",
        table="timing/{study}.csv",
    log:
        "logs/{study}/timing.log",
    conda:
        "../envs/regretlab.yaml"
    threads: 1_000_000
    params:
        folder=subpath(input.methods, parent=True),
    shell:
        "regretlab timing {input.study} {params.folder} {output.table} 2>&1 | tee {log}"
