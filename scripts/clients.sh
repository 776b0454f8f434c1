#!/usr/bin/env bash
# What a package gets that depends on this one: without traits the library alone, with a trait what that needs.
#
# Copies of this tree, with what is not committed yet, stand outside the repository, under names that people
# give to a clone. Clients are resolved against them, and one of them is built and run.
set -euo pipefail
cd "$(dirname "$0")/.."

clones="mortise Mortise swift-mortise"
# What a client of `Mortise` compiles, beside itself.
compiled="CMortiseThread Mortise MortiseGraph"
# The trait of the client that has one, its product, and the packages of the manifest that it is for.
trait=Services product=MortiseServices packages="swift-log swift-service-lifecycle"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() { # what, which words, which are there
    local expected actual
    expected=$(tr ' ' '\n' <<<"$2" | sort | xargs)
    actual=$(tr ' ' '\n' <<<"$3" | sort | xargs)
    [[ $expected == "$actual" ]] && return
    echo "clients: $1: '$actual', and not '$expected'" >&2
    exit 1
}

# Each in a folder of its own: some file systems do not tell the names apart by case.
clone() { # name
    local folder=$work/clones/$1 source
    mkdir -p "$folder"
    source=$(find "$work/clones" -mindepth 2 -maxdepth 2 | head -1)
    if [[ -n $source ]]; then
        git clone --quiet "$source" "$folder/$1"
        return
    fi
    git init --quiet --initial-branch main "$folder/$1"
    git ls-files -z --cached --others --exclude-standard |
        while IFS= read -rd '' file; do [[ ! -e $file ]] || printf '%s\0' "$file"; done |
        tar --create --null --files-from - | tar --extract --directory "$folder/$1"
    git -C "$folder/$1" add --all
    git -C "$folder/$1" -c user.name=clients -c user.email=clients@example.com \
        -c commit.gpgsign=false commit --quiet --message "The tree as it is"
}

# Writes a package, and resolves it.
client() { # name, dependencies, dependencies of its target, resolver's options …
    local folder=$work/$1
    mkdir -p "$folder/Sources/Client"
    cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "Client",
    platforms: [.macOS(.v15)],
    dependencies: [$2],
    targets: [.executableTarget(name: "Client", dependencies: [$3])]
)
SWIFT
    cat >"$folder/Sources/Client/main.swift" <<'SWIFT'
import Mortise

struct Greeting: Sendable {
    let text = "hello"
}
let container = Container { $0.register(.singleton) { Greeting() } }
print(try container.resolve(Greeting.self).text)
SWIFT
    swift package --package-path "$folder" "${@:4}" resolve >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}

pins() { # client
    [[ ! -e $work/$1/Package.resolved ]] || sed -n 's/^ *"identity" : "\(.*\)",$/\1/p' "$work/$1/Package.resolved"
}

fetched() { # folder
    [[ ! -d $1 ]] || ls "$1"
}

# Nothing is pinned, fetched or checked out, but what is named.
resolves_alone() { # client, packages
    expect "$1 pins" "$2" "$(pins "$1")"
    expect "$1 checks out" "$2" "$(fetched "$work/$1/.build/checkouts")"
    expect "$1 fetches" "$2" "$(fetched "$work/$1/.build/repositories" | sed 's/-[0-9a-f]*$//')"
    # What is fetched from a folder is not cached.
    expect "$1 leaves in the cache" "" "$(fetched "$work/cache-$1/repositories")"
}

for name in $clones; do clone "$name"; done

# As the README says it, whatever the folder is called.
for name in $clones; do
    client "beside-$name" ".package(name: \"mortise\", path: \"../clones/$name/$name\")" \
        '.product(name: "Mortise", package: "mortise")' --cache-path "$work/cache-beside-$name"
    resolves_alone "beside-$name" ""
    echo "clients: beside a clone named $name, nothing is pinned or fetched"
done

# By address, where the library itself is fetched.
client by-address ".package(url: \"file://$work/clones/$name/$name\", branch: \"main\")" \
    ".product(name: \"Mortise\", package: \"$name\")" --cache-path "$work/cache-by-address"
resolves_alone by-address "$name"
swift build --package-path "$work/by-address" --cache-path "$work/cache-by-address" \
    --disable-index-store -debug-info-format none >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
resolves_alone by-address "$name"
built=$(swift build --package-path "$work/by-address" --show-bin-path)
# Of other targets there are folders, but nothing in them.
expect "by-address compiles" "Client $compiled" \
    "$(cd "$built" && find ./*.build -name '*.o' | sed 's|^\./||; s|\.build/.*||' | sort -u)"
expect "by-address has the modules" "Client ${compiled#* }" \
    "$(cd "$built/Modules" && for file in *.swiftmodule; do echo "${file%.swiftmodule}"; done)"
expect "by-address prints" hello "$("$built/Client")"
echo "clients: by address, nothing else is pinned, fetched or compiled"

# With a trait: what a package pins that depends on the same packages without us.
client "with-$trait" ".package(name: \"mortise\", path: \"../clones/$name/$name\", traits: [\"$trait\"])" \
    ".product(name: \"$product\", package: \"mortise\")"
control=$(for package in $packages; do grep -E "^ *\.package\(url: \".*/$package\"" Package.swift; done)
[[ $(wc -l <<<"$control") == $(wc -w <<<"$packages") ]] || {
    echo "clients: Package.swift does not have each of $packages on a line" >&2
    exit 1
}
client without-us "$control" "$(for package in $packages; do
    case $package in
    swift-log) echo '.product(name: "Logging", package: "swift-log"),' ;;
    swift-service-lifecycle) echo '.product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),' ;;
    esac
done)"
expect "with-$trait pins" "$(pins without-us)" "$(pins "with-$trait")"
expect "with-$trait checks out" "$(pins without-us)" "$(fetched "$work/with-$trait/.build/checkouts")"
echo "clients: with the trait $trait, pinned are" $(pins "with-$trait")
