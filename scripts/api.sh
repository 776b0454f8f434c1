#!/usr/bin/env bash
# The public interface of every library product, as text in API/.
#
#   scripts/api.sh check     fails when API/ and the code differ
#   scripts/api.sh record    rewrites API/; read the difference before you commit it
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in
check | record) mode=$1 ;;
*)
    echo "usage: scripts/api.sh check|record" >&2
    exit 2
    ;;
esac

swift build
products=$(swift build --show-bin-path)
triple=$(swift -print-target-info | python3 -c '
import json, sys
print(json.load(sys.stdin)["target"]["unversionedTriple"])')
modules=$(swift package describe --type json | python3 -c '
import json, sys
products = json.load(sys.stdin)["products"]
print(*sorted({t for p in products if "library" in p["type"] for t in p["targets"]}))')
[[ -n $modules ]] || { echo "api: no library product found, nothing was compared" >&2; exit 1; }

source scripts/traits.sh
build_behind_traits

# Where the C modules are that ours import.
flags=(-I "$products/Modules")
for headers in Sources/*/include; do
    [[ -d $headers ]] || continue
    if [[ -f $headers/module.modulemap ]]; then
        flags+=(-I "$headers")
    else
        flags+=(-Xcc "-fmodule-map-file=$products/$(basename "$(dirname "$headers")").build/module.modulemap")
    fi
done

# Drops the types that a module marks with @_spi, which the tool prints like all others.
without_spi() { # module
    awk -v names="$(grep -rhoE '^@_spi\([A-Za-z]+\) public (enum|struct) [A-Za-z]+' "Sources/$1" |
        sed 's/.* //' | tr '\n' ' ')" '
        BEGIN { for (count = split(names, list, " "); count; count--) hidden[list[count]] }
        /^public (enum|struct) / && $3 in hidden { skipped = 1 }
        !skipped { print }
        skipped && /^}/ { skipped = 0 }'
}

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

for module in $modules; do
    if is_behind_traits "$module"; then
        module_flags=("${trait_flags[@]}")
    else
        module_flags=("${flags[@]}")
    fi
    swift-synthesize-interface -module-name "$module" -target "$triple" "${module_flags[@]}" >"$fresh/raw"
    # Comments are documentation, not promises.
    sed '/^ *\/\/\//d' "$fresh/raw" | without_spi "$module" | cat -s >"$fresh/$module.swiftinterface"
    grep -q public "$fresh/$module.swiftinterface" || {
        echo "api: $module has no public declaration; the interface was not read right" >&2
        exit 1
    }
done
rm "$fresh/raw"

if [[ $mode == record ]]; then
    rm -f API/*.swiftinterface
    cp "$fresh"/*.swiftinterface API/
    echo "api: recorded $modules"
elif diff -u --recursive --new-file --exclude=README.md API "$fresh"; then
    echo "api: $modules are as recorded"
else
    echo "api: the public interface changed. If you meant it, run scripts/api.sh record" >&2
    exit 1
fi
