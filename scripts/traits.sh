# For scripts that read the interface of products behind traits: they are empty in the root package, and are
# read where they are tested. Source this in the root of the repository.

behind_traits="MortiseServices MortiseLogging MortiseMetrics MortiseTracing MortiseConfiguration MortiseHummingbird MortiseGRPC"

is_behind_traits() { # module
    [[ " $behind_traits " == *" $1 "* ]]
}

# Sets `trait_flags` to where the modules are that those products import.
build_behind_traits() {
    local package=Tests/Servers built map
    # As `make servers` does.
    local -x SWIFT_DETERMINISTIC_HASHING=1
    swift build --package-path "$package"
    built=$(swift build --package-path "$package" --show-bin-path)
    trait_flags=(-I "$built/Modules")
    while read -r map; do
        trait_flags+=(-Xcc "-fmodule-map-file=$map")
    done < <(
        find "$built"/*.build -maxdepth 1 -name module.modulemap
        find "$package/.build/checkouts" -path '*/Sources/*/include/module.modulemap' \
            -not -path '*/Benchmarks/*'
    )
}
