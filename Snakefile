# From a study file to a bundle of files that proves itself: one stage after the other.


include: "workflow/rules/common.smk"
include: "workflow/rules/study.smk"
include: "workflow/rules/compile.smk"
include: "workflow/rules/train.smk"
include: "workflow/rules/export.smk"
include: "workflow/rules/adjudicate.smk"
include: "workflow/rules/value.smk"
include: "workflow/rules/equilibria.smk"
include: "workflow/rules/lessons.smk"
include: "workflow/rules/rank.smk"
include: "workflow/rules/verify.smk"
include: "workflow/rules/gate.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/plot.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/manifest.smk"
include: "workflow/rules/bundle.smk"
include: "workflow/rules/compare.smk"
include: "workflow/rules/timing.smk"


rule all:
    default_target: True
    input:
        expand("results/{study}/manifest/comparison.txt", study=BUILT_BY_DEFAULT),
        rules.bundle.input,


for name in STUDIES:

    rule:
        name:
            name
        input:
            f"results/{name}/manifest/comparison.txt",
            expand(rules.bundle_study.output, study=name),


for name in filter(is_name, FAULTY):

    rule:
        name:
            name
        input:
            refuse(FAULTY[name]),
