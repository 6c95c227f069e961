# The hashes of what was made, and of what it was made from.
rule manifest:
    input:
        package_sources("seal"),
        verdict="results/{study}/verdict/claims.json",
        products=files_of_study,
        materials=materials_of,
    output:
        products="results/{study}/manifest/products.sha256",
        materials="results/{study}/manifest/materials.sha256",
        cells="results/{study}/manifest/cells.txt",
    log:
        "logs/{study}/manifest.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        marks=lambda wildcards: marks_of(wildcards, "--exclude"),
    shell:
        "( seal make --root . --output {output.products} {params.marks} {input.products}"
        " && seal make --root . --output {output.materials} {input.materials}"
        " && seal cells --root . --list {output.products} --output {output.cells} ) 2>&1 | tee {log}"
