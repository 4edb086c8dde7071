#!/usr/bin/env python3
"""Says which cards, frameworks, precisions and architectures the measured rows cover.

    scripts/evidence.py PUBLISHED.csv

Reads a file of published measurements (columns: the workload model, section 8) and replaces `evidence`
in crates/core/data/model.json: by kind of prediction, the card ids, frameworks, precisions and
architectures that occur in the rows the constants were fitted on. Rows with `flag=` in their note were
left out of the fit and are left out here. Everything else in model.json stays as it is.
"""

import csv
import json
import sys
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "crates/core/data"
CNN_BERT = ("resnet", "ssd", "bert")
# The constants know one key for every 16-bit format, and one for FP32 and TF32.
PRECISION = {"bf16": "16", "f16": "16", "fp16": "16", "fp16-amp": "16", "fp32/tf32": "32"}


def kind_of(row, note):
    """The kind of prediction a row belongs to (workload model, section 8.1)."""
    task, cnn_bert = row["task"], row["model"].startswith(CNN_BERT)
    if task == "train":
        return "train_cnn_bert" if cnn_bert else "train_llm"
    if task == "infer":
        return "infer_cnn_bert" if cnn_bert else "serving"
    if task == "memory":
        return "memory_infer" if note.get("kind") == "infer" else "memory_train"
    return task


def framework_of(row, note):
    """Builds of llama.cpp that were measured over several servers have flash attention."""
    name = row["framework"]
    return "llama.cpp-fa" if name == "llama.cpp" and "servers" in note else name


def collect(published, ids, architectures):
    """Kind -> the four sorted lists."""
    found = {}
    for row in published:
        note = dict(pair.split("=", 1) for pair in row["note"].split(";") if "=" in pair)
        if "flag" in note:
            continue
        lists = found.setdefault(
            kind_of(row, note),
            {"cards": set(), "frameworks": set(), "precisions": set(), "architectures": set()},
        )
        card = ids[row["gpu"]]
        lists["cards"].add(card)
        lists["frameworks"].add(framework_of(row, note))
        lists["precisions"].add(PRECISION.get(row["precision"], row["precision"]))
        lists["architectures"].add(architectures[card])
    return {
        kind: {name: sorted(values) for name, values in lists.items()}
        for kind, lists in sorted(found.items())
    }


def dump(model):
    """JSON with one card, model, constant or list a line: a change is a readable diff."""
    compact = lambda value: json.dumps(value, ensure_ascii=False)
    sections = []
    for name, value in model.items():
        if isinstance(value, list):
            inner = ",\n".join(f"  {compact(item)}" for item in value)
            sections.append(f' "{name}": [\n{inner}\n ]')
        elif isinstance(value, dict):
            inner = ",\n".join(f"  {compact(key)}: {compact(item)}" for key, item in value.items())
            sections.append(f' "{name}": {{\n{inner}\n }}')
        else:
            sections.append(f' "{name}": {compact(value)}')
    return "{\n" + ",\n".join(sections) + "\n}\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    path = DATA / "model.json"
    model = json.loads(path.read_text(encoding="utf-8"))
    with open(DATA / "gpu-names.csv", newline="", encoding="utf-8") as names:
        ids = {row["name"]: row["ids"] for row in csv.DictReader(names) if row["used_in"] == "published"}
    architectures = {card["id"]: card["arch"] for card in model["cards"]}
    with open(sys.argv[1], newline="", encoding="utf-8") as published:
        model["evidence"] = collect(csv.DictReader(published), ids, architectures)
    path.write_text(dump(model), encoding="utf-8")


if __name__ == "__main__":
    main()
