# The study with every default filled in.
rule study:
    input:
        code("regretlab.study"),
        code_of_variants,
        file="config/studies/{study}.yaml",
    output:
        "results/{study}/study.json",
    log:
        "logs/{study}/study.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(output[0], parent=True),
    shell:
        "regretlab study {input.file} {params.folder} 2>&1 | tee {log}"
