#!/usr/bin/env bash
# Builds one documentation site of all library products in .build/site. Any warning fails.
set -euo pipefail
cd "$(dirname "$0")/.."

export MORTISE_DOCS=1  # Package.swift adds the documentation plugin.
site=.build/site

modules=$(swift package --scratch-path .build/docs describe --type json | python3 -c '
import json, sys
products = json.load(sys.stdin)["products"]
print(*sorted({t for p in products if "library" in p["type"] for t in p["targets"]}))')
[[ -n $modules ]] || { echo "docs: no library product found, nothing was built" >&2; exit 1; }

targets=()
for module in $modules; do
    targets+=(--target "$module")
done

rm -rf "$site"
swift package --scratch-path .build/docs --allow-writing-to-directory "$site" \
    generate-documentation "${targets[@]}" \
    --enable-experimental-combined-documentation \
    --warnings-as-errors --analyze \
    --output-path "$site"

for module in $modules; do
    page=$site/data/documentation/$(tr '[:upper:]' '[:lower:]' <<<"$module").json
    [[ -s $page ]] || { echo "docs: $module is missing from the site ($page)" >&2; exit 1; }
done
echo "docs: $modules are in $site"
