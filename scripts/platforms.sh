#!/usr/bin/env bash
# Compiles what MortiseDip has for UIKit, AppKit and WatchKit, and runs a program with each, where there is
# none of them: small modules stand in, and the attribute @objc, which only Apple's compilers take, is left out.
# Compiles for processors of 32 bits what depends on the size of a word.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $(uname) == Darwin ]]; then
    echo "platforms: the modules themselves are here, and every build compiles with them"
    exit 0
fi

swift build --quiet
products=$(swift build --show-bin-path)
# What Mortise declares for its own package is seen by the same package only.
package=$(grep -om1 '"-package-name","[^"]*"' .build/debug.yaml | cut -d'"' -f4)
module_map=$products/CMortiseThread.build/module.modulemap
out=.build/platforms

flags=(-swift-version 6 -warnings-as-errors -package-name "$package")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility \
    NonisolatedNonsendingByDefault; do
    flags+=(-enable-upcoming-feature "$feature")
done

# Objects of files that are gone may still lie there.
objects=()
for module in Mortise MortiseGraph CMortiseThread; do
    for object in "$products/$module.build"/*.o; do
        source=$(find "Sources/$module" -name "$(basename "$object" .o)" -print -quit)
        [[ -z $source ]] || objects+=("$object")
    done
done

compile() { # folder, module, file …
    # The folder comes first: a module of the same name is elsewhere too.
    swiftc -c -wmo -parse-as-library "${flags[@]}" -I "$1" -I "$products/Modules" \
        -Xcc "-fmodule-map-file=$module_map" -module-name "$2" -o "$1/$2.o" \
        -emit-module -emit-module-path "$1/$2.swiftmodule" "${@:3}"
}

check() { # platform
    local folder=$out/$1 stub sources=() file
    mkdir -p "$folder/sources"
    for stub in ObjectiveC Foundation "$1"; do
        compile "$folder" "$stub" "Tests/Platforms/Stubs/$stub.swift"
    done
    while IFS= read -r file; do
        sed 's/@objc //' "$file" >"$folder/sources/$(basename "$file")"
        sources+=("$folder/sources/$(basename "$file")")
    done < <(find Sources/MortiseDip -name '*.swift')
    compile "$folder" MortiseDip "${sources[@]}"
    compile "$folder" Program "Tests/Platforms/$1Program.swift"
    swiftc -o "$folder/program" "$folder"/*.o "${objects[@]}"
    "$folder/program"
    echo "platforms: the part for $1 compiles, and its program runs"
}

rm -rf "$out"
for platform in UIKit AppKit WatchKit; do
    check "$platform"
done

# The library for programs without an operating system is the only one for 32 bits that toolchains have.
library=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/embedded/Swift.swiftmodule
for target in armv7-none-none-eabi wasm32-unknown-none-wasm; do
    if [[ ! -e $library/$target.swiftmodule ]]; then
        echo "platforms: words of 32 bits: not tested, no library for $target is here"
        continue
    fi
    swiftc -c -wmo -parse-as-library "${flags[@]}" -enable-experimental-feature Embedded -target "$target" \
        -module-name Words -o "$out/$target.o" Sources/Mortise/Engine/Keys/Words.swift
    echo "platforms: words of 32 bits compile for $target"
done
