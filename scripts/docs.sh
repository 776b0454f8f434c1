#!/usr/bin/env bash
# Builds one documentation site of all library products in .build/site. Any warning fails.
#
# Products behind traits are empty here. Their pages are made from the build that is tested,
# each as a site of its own in .build/servers-site.
set -euo pipefail
cd "$(dirname "$0")/.."

export MORTISE_DOCS=1  # Package.swift adds the documentation plugin.
site=.build/site

modules=$(swift package --scratch-path .build/docs describe --type json | python3 -c '
import json, sys
products = json.load(sys.stdin)["products"]
print(*sorted({t for p in products if "library" in p["type"] for t in p["targets"]}))')
[[ -n $modules ]] || { echo "docs: no library product found, nothing was built" >&2; exit 1; }

source scripts/traits.sh
modules=$(for module in $modules; do
    is_behind_traits "$module" || echo "$module"
done)

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

servers_site=.build/servers-site
graphs=$servers_site/graphs
rm -rf "$servers_site"
mkdir -p "$graphs"
build_behind_traits
triple=$(swift -print-target-info | python3 -c '
import json, sys
print(json.load(sys.stdin)["target"]["unversionedTriple"])')
for module in $behind_traits; do
    swift symbolgraph-extract -module-name "$module" -target "$triple" "${trait_flags[@]}" \
        -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
        -output-dir "$graphs"
    docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$module" --fallback-bundle-identifier "mortise.$module" \
        --warnings-as-errors --analyze --output-path "$servers_site/$module"
    page=$servers_site/$module/data/documentation/$(tr '[:upper:]' '[:lower:]' <<<"$module").json
    [[ -s $page ]] || { echo "docs: $module is missing from the site ($page)" >&2; exit 1; }
done
echo "docs: $behind_traits are in $servers_site"
