# Everything of a study in one folder and in two archives, with what checks it. It is made and sealed aside and comes to its place
# when it is whole: until then, and if that fails, an earlier one stays as it was (hence `update`: Snakemake would remove it first).
rule bundle_study:
    input:
        code("regretlab.bundle.make"),
        package_sources("regretlab/bundle"),
        package_sources("seal"),
        products="results/{study}/manifest/products.sha256",
        materials="results/{study}/manifest/materials.sha256",
        cells="results/{study}/manifest/cells.txt",
    output:
        update("bundles/{study}/tagmanifest-sha256.txt"),
        update("bundles/{study}.zip"),
        update("bundles/{study}.tar.gz"),
        hashes="results/{study}/manifest/bundle.sha256",
    log:
        "logs/{study}/bundle.log",
    conda:
        "../envs/regretlab.yaml"
    params:
        folder=subpath(input.products, ancestor=2),
        made="bundles/.{study}/{study}",
        bundles=subpath(output[1], parent=True),
        sealed=lambda wildcards, output: output[:3],
    shell:
        "( regretlab bundle {params.folder} {params.made}"
        " && seal bag {params.made}"
        " && regretlab archive {params.made} {params.bundles}"
        " && seal make --root . --output {output.hashes} {params.sealed} ) 2>&1 | tee {log}"


# The bundles of all studies that are built by default.
rule bundle:
    input:
        expand(rules.bundle_study.output, study=BUILT_BY_DEFAULT),
