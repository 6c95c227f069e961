# Against the published hashes; and once more every hash, by the second implementation.
rule compare:
    input:
        package_sources("seal"),
        package_sources("recheck"),
        lambda wildcards: sorted(map(str, Path("manifest", wildcards.study).glob("*"))),
        products="results/{study}/manifest/products.sha256",
        materials="results/{study}/manifest/materials.sha256",
        cells="results/{study}/manifest/cells.txt",
        bundle="results/{study}/manifest/bundle.sha256",
    output:
        "results/{study}/manifest/comparison.txt",
    log:
        "logs/{study}/compare.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        published="manifest/{study}",
        rebuilt=subpath(input.products, parent=True),
        study=subpath(input.products, ancestor=2),
        marks=lambda wildcards: marks_of(wildcards, "--except"),
    shell:
        "( PYTHONPATH=src python -S -m recheck hashes {input.products} --root . --reports {params.study}/verification"
        " && seal check {input.products} --root . --closed {params.study} --except {params.rebuilt} {params.marks}"
        " && seal compare {params.published} {params.rebuilt} --root . ) 2>&1 | tee {log} {output}"
