#!/usr/bin/env bash
# Plants one mistake at a time and demands that the named make target fails, and says why.
#
# A check that cannot fail is worse than none. Plants are made in this very tree and taken back after
# each one, so the tree must be clean (committed) and nobody may work in it meanwhile.
#
#   scripts/test-checks.sh           every mistake
#   scripts/test-checks.sh --fast    leaves out what builds: only style, floors and samples that must not compile
#   scripts/test-checks.sh --passed  every mistake, where all targets have just passed without any
#   scripts/test-checks.sh --record  notes that the checks are as they were when every mistake was caught
#   scripts/test-checks.sh --is-needed   fails if nothing about the checks has changed since that was noted
set -uo pipefail
cd "$(dirname "$0")/.."

# Their mistakes make whole builds begin anew.
slow_targets=" build test command manual plugins servers clients names platforms api docs example stress random-programs fuzz sanitize-thread sanitize-address "

# What the plants lean on. When the project moves on, adapt these; NOT PLANTED says which.
floor0=Sources/MortiseGraph
floor1=Sources/Mortise
floor2=Sources/MortiseDip
landing=$floor1/Mortise.docc/Mortise.md         # an article of the documentation
message='Nothing provides'                      # words of a message that a golden file pins
manifest_line='.target(name: "MortiseGraph"),'  # the manifest's line for floor 0
tests=Tests/MortiseTests
samples=Tests/MustNotCompile
first_example=Examples/StarWars/Sources/StarWarsKit
last_example=Examples/ComicStrips/Sources/ComicStripsKit
# New files are called *lanted*, and only those are deleted again.

# The checks themselves, and a note of what they were when every mistake was last caught.
note=scripts/test-checks.passed
checks() { git ls-files -s -- Makefile scripts .swift-format ":!$note" | sha256sum | cut -d' ' -f1; }

# Declares a mistake: name, make target, what the target must say (a regular expression), command.
names=() targets=() reasons=() commands=()
mistake() { names+=("$1") targets+=("$2") reasons+=("$3") commands+=("$4"); }

declare_mistakes() {
    mistake "undocumented public type" lint AllPublicDeclarationsHaveDocumentation \
        "swift_file $floor0/Planted.swift 'public struct Planted: Sendable {}'"
    mistake "summary that is two sentences" lint BeginDocumentationCommentWithOneLineSummary \
        "swift_file $floor0/Planted.swift '/// One sentence. And another.' 'struct Planted {}'"
    mistake "parameter missing from the documentation" lint ValidateDocumentationComments \
        "swift_file $floor0/Planted.swift '/// Does nothing.' '///' '/// - Parameter a: A number.' \
            'func planted(b: Int) {}'"
    mistake "force unwrap" lint NeverForceUnwrap \
        "swift_file $floor1/Planted.swift 'func planted(_ a: Int?) -> Int { a! }'"
    mistake "try!" lint NeverUseForceTry \
        "swift_file $floor1/Planted.swift 'func planted(_ a: () throws -> Int) -> Int { try! a() }'"
    mistake "wrong indentation" lint Indentation \
        "swift_file $floor1/Planted.swift 'func planted() {' '  print()' '}'"

    mistake "import of an undeclared target" floors "imports Mortise without declaring it" \
        "swift_file $floor0/Planted.swift 'import Mortise'"
    mistake "import that an adapter may not have" floors "MortiseServices may not import Foundation" \
        "swift_file Sources/MortiseServices/Planted.swift 'import Foundation'"
    mistake "services in the order of registration" servers "recorded an issue" \
        "substitute Sources/MortiseServices/RunOrder.swift 'graph.order(of: Array(places.keys))' \
            'places.keys.sorted()'"
    mistake "a service that runs behind its protocol, too" servers "recorded an issue" \
        "substitute Sources/MortiseServices/RunOrder.swift 'maker(of: node)' 'node'"
    mistake "a failure that each who needs it logs" servers "recorded an issue" \
        "substitute Sources/MortiseLogging/EventLog.swift \
            'guard failures.isNews(error, of: event) else { return }' ''"
    mistake "scopes that are counted as open for ever" servers "recorded an issue" \
        "substitute Sources/MortiseMetrics/EventMetrics.swift \
            'for meter in open.values { meter.decrement() }' '_ = open'"
    mistake "a singleton in the trace of who asked first" servers "recorded an issue" \
        "substitute Sources/MortiseTracing/EventTracer.swift \
            'parent: isSingleton && !isDetached ? nil : event.parent' 'parent: event.parent'"
    mistake "a call that throws and leaves its scope open" servers "recorded an issue" \
        "substitute Sources/MortiseGRPC/CallScopeInterceptor.swift 'await scope.close(binding)' ''"
    mistake "a secret in the text of an error" servers "recorded an issue" \
        "substitute Sources/MortiseConfiguration/Reading.swift 'hiding(events.flatMap(\.secrets))' \
            'hiding([])'"
    mistake "a body that is written without the span" servers "recorded an issue" \
        "substitute Sources/MortiseRequests/RequestBinding.swift 'withValue(context)' 'withValue(nil)'"
    mistake "package that no trait asks for" clients "beside-mortise pins: 'swift-log', and not ''" \
        "substitute Package.swift '[\"MortiseGraph\", \"CMortiseThread\"]' \
            '[\"MortiseGraph\", \"CMortiseThread\", .product(name: \"Logging\", package: \"swift-log\")]'"
    mistake "module that clients do not need" clients "by-address compiles: .*MortiseProver" \
        "substitute Package.swift '[\"MortiseGraph\", \"CMortiseThread\"]' \
            '[\"MortiseGraph\", \"CMortiseThread\", \"MortiseProver\"]'"
    mistake "undeclared dependency on a higher floor" floors "MortiseGraph may not depend on Mortise" \
        "substitute Package.swift '$manifest_line' \
            '.target(name: \"MortiseGraph\", dependencies: [\"Mortise\"]),' \
            && substitute Package.swift 'dependencies: [\"MortiseGraph\", \"CMortiseThread\"]' \
            'dependencies: [\"CMortiseThread\"]'"
    mistake "Foundation in floor 0" floors "MortiseGraph may not import Foundation" \
        "swift_file $floor0/Planted.swift 'import Foundation'"
    mistake "library beyond its limit" floors "lines of code, .* at most" \
        "swift_file $floor1/Engine/Planted.swift $(printf "'let planted%s = 0' " {1..200})"
    mistake "file named after nothing in it" floors "nothing in it is called Planted" \
        "swift_file $floor1/Planted.swift 'struct Other {}'"
    mistake "test beside what it tests" floors "Sources/Mortise has no Planted" \
        "swift_file $tests/Planted/PlantedTests.swift 'struct PlantedTests {}'"
    mistake "Foundation in floor 1" floors "Mortise may not import Foundation" \
        "swift_file $floor1/Planted.swift 'private import struct Foundation.URL'"
    mistake "unexplained @unchecked Sendable" floors "@unchecked Sendable needs a comment" \
        "swift_file $floor1/Planted.swift 'final class Planted: @unchecked Sendable {}'"
    mistake "unexplained nonisolated(unsafe)" floors "nonisolated\(unsafe\) needs a comment" \
        "swift_file $floor1/Planted.swift 'nonisolated(unsafe) var planted = 0'"
    mistake "file names that differ by case only" floors "differ by case only" \
        "swift_file $floor1/Planted.swift && swift_file $floor1/planted.swift"
    mistake "README too long" floors "README.md has [0-9]+ lines" \
        "printf 'planted\\n%.0s' {1..151} >>README.md"
    mistake "workflow with a target that is not there" floors "runs .make planted., which is not there" \
        "echo '      - run: make planted' >>.github/workflows/main.yml"
    mistake "action that is not pinned" floors "which is not pinned by a hash" \
        "echo '      - uses: actions/checkout@v7' >>.github/workflows/main.yml"
    mistake "product without documentation" floors "does not list MortiseDip" \
        "substitute .spi.yml '- MortiseDip' '- MortisePlanted'"
    mistake "Swift file that does not say its licence" floors "does not begin with .// SPDX" \
        "echo 'struct Planted {}' >$floor1/Planted.swift"
    mistake "rule that no table has" floors "cites D-[9]99, which has no row" \
        "swift_file $floor1/Planted.swift '// Planted (D-9""99).' 'struct Planted {}'"
    mistake "number of a rule in documentation" floors "tells users D-1; say" \
        "swift_file $floor1/Planted.swift '/// Planted (D-""1).' 'struct Planted {}'"
    mistake "file that is not here" floors "cites PLANTED[.]md, which is not here" \
        "swift_file $floor1/Planted.swift '// PLANTED"".md, section 1.' 'struct Planted {}'"
    mistake "folder that is not here" floors "cites Tests/Planted, which is not here" \
        "swift_file $floor1/Planted.swift '// Tests/Planted has it.' 'struct Planted {}'"
    mistake "design record that is not here" floors "cites design record 9999, which is not here" \
        "swift_file $floor1/Planted.swift '// Design/99""99 says why.' 'struct Planted {}'"

    mistake "page that is not what is printed" floors "is not what the pages say" \
        "echo Planted. >>Sources/Mortise/Mortise.docc/Errors/cycle.md"

    mistake "page that does not say what was chosen" page "a click shows a definition" \
        "substitute Sources/MortisePage/PageScript.swift 'function choose(' 'function choose() {} function planted('"

    mistake "unused variable" build "was never used" \
        "swift_file $floor1/Planted.swift 'func planted() { let unused = 1 }'"
    mistake "public type silent about Sendable" build "whether it is 'Sendable' or not" \
        "swift_file $floor0/Planted.swift '/// Planted.' 'public struct Planted {}'"

    mistake "reworded message" test "Test run with .* failed" \
        "grep -rlF --include='*.swift' '$message' Sources | xargs sed -i 's/$message/Planted/'"

    mistake "command that does not compile with its trait" command "cannot convert value" \
        "swift_file Sources/MortiseTool/Planted.swift '#if Prover' 'let planted: Int = \"\"' '#endif'"
    mistake "exit status that is another one" command "exit status 4, not 3" \
        "substitute Sources/MortiseTool/PackageOptions.swift 'couldNotRun: Int32 = 3' 'couldNotRun: Int32 = 4'"
    mistake "SARIF that its schema refuses" command "not SARIF: .*'planted' is not one of" \
        "substitute Sources/MortiseProver/Reports/Report+SARIF.swift '.string(\"note\")' '.string(\"planted\")'"
    mistake "option that the manual page lacks" manual "nothing begins with Fl -write-baseline" \
        "substitute Sources/MortiseTool/ProveCommand.swift '\"Write the findings to a file for --baseline, and succeed.\"' 'ArgumentHelp(\"Planted.\", visibility: .hidden)'"
    mistake "proof that fails no build" plugins "a build of what is wrong: exit status 0, not 1" \
        "substitute Plugins/MortiseProve/MortiseProve.swift '--fresh' '--fresh\", \"--write-baseline=planted'"
    mistake "command that succeeds always" plugins "the command on what is wrong: exit status 0, not 1" \
        "substitute Plugins/MortiseProveCommand/MortiseProveCommand.swift 'exit(status)' 'exit(0)'"

    mistake "sample that compiles" negative "compiled, and must not" \
        "swift_file $samples/planted.swift 'import Mortise' '// expect: anything' 'let planted = 1'"
    mistake "sample refused for another reason" negative "this error was not expected" \
        "swift_file $samples/planted.swift '// expect: some other words' 'let planted: Int = \"\"'"
    mistake "sample without an expectation" negative "says nothing about the error" \
        "swift_file $samples/planted.swift 'let planted: Int = \"\"'"
    mistake "broken control" negative "the setup is broken" \
        "echo 'import Planted' >>$samples/_control.swift"
    mistake "sample without the warning it expects" negative "the compiler does not warn below" \
        "echo '// warns: planted' >>$samples/_control.swift"
    mistake "warning where there must be none" negative "will never be executed" \
        "swift_file $samples/_planted.swift '// warnings: none' \
            'func planted() -> Int { return 1; print() }'"

    mistake "name of a module" names "MortiseProgram does not compile" \
        "swift_file $floor1/Planted.swift 'public enum Observation {}'"
    mistake "name of the standard library" names "Mortise.Duration clashes with _?[A-Z]" \
        "swift_file $floor1/Planted.swift 'public enum Duration {}'"
    mistake "name of Swift Testing" names "Mortise.Tag clashes with Testing" \
        "swift_file $floor1/Planted.swift 'public enum Tag {}'"
    mistake "name to qualify that no page lists" names "the table lacks .*Mortise.Injector" \
        "swift_file $floor1/Planted.swift 'public enum Injector {}'"

    mistake "part for UIKit that does not compile" platforms "planted error" \
        "swift_file $floor2/Planted.swift '#if canImport(UIKit)' '#error(\"planted error\")' '#endif'"
    mistake "part for WatchKit that does nothing" platforms "WatchKitProgram" \
        "substitute $floor2/Storyboards/StoryboardInstantiatable+WatchKit.swift \
            'DependencyContainer.storyboardInstantiated(self, tag: nil)' ''"

    mistake "unrecorded public addition" api "public struct Planted" \
        "swift_file $floor0/Planted.swift '/// Planted.' 'public struct Planted: Sendable {}'"
    mistake "interface of a product that is gone" api "public interface changed" \
        "echo 'public struct Planted' >API/Planted.swiftinterface"

    mistake "broken article link" docs "No-planted-article" \
        "[ -f $landing ] && printf '\n<doc:No-planted-article>\n' >>$landing"
    mistake "broken symbol link" docs "NoPlantedSymbol" \
        "swift_file $floor1/Planted.swift '/// See \`\`NoPlantedSymbol\`\`.' \
            'public struct Planted: Sendable {}'"

    mistake "example that does not build" example "planted error" \
        "swift_file $first_example/Planted.swift '#error(\"planted error\")'"
    mistake "another example that does not build" example "planted error" \
        "swift_file $last_example/Planted.swift '#error(\"planted error\")'"

    mistake "instances released under a lock" stress "deinit of an instance runs under a lock" \
        "substitute $floor1/Scopes/Container+Close.swift 'withExtendedLifetime(ended.disposed) {}' \
            '_ = ended.disposed'"
    mistake "instance that is never finished" stress "can be reached and is not finished" \
        "substitute Benchmarks/Sources/StressCommand/World+Registering.swift \
            'isFinished.store(true' 'isFinished.store(false'"

    mistake "verdict that is the opposite" random-programs "proven, but fails" \
        "substitute Sources/MortiseProver/Proof/Verdicts/Judge.swift 'return .wrong(first.finding)' 'return .proven'"

    mistake "tree that nobody understands" fuzz "ends with 0" \
        "substitute Sources/MortiseProver/Compiler/PackageReader.swift 'model.errors.first' 'model.errors.dropFirst().last'"

    mistake "data race" sanitize-thread "data race" \
        "swift_file $tests/PlantedTests.swift 'import Testing' \
            'nonisolated(unsafe) private var planted = 0' \
            '@Test func \`planted race\`() async {' \
            '    await withTaskGroup(of: Void.self) { group in' \
            '        for _ in 0..<8 { group.addTask { for _ in 0..<100_000 { planted += 1 } } }' \
            '    }' \
            '}'"
    mistake "leak" sanitize-address "LeakSanitizer" \
        "swift_file $tests/PlantedTests.swift 'import Testing' \
            'private final class Planted { var next: Planted? }' \
            '@Test func \`planted leak\`() {' \
            '    for _ in 0..<100 { let ring = Planted(); ring.next = ring }' \
            '}'"
}

# Writes a Swift file of the given lines. Its folder must exist, or nothing is planted.
swift_file() {
    local path=$1
    shift
    mkdir -p "$(dirname "$path")"
    { echo "// SPDX-License-Identifier: MIT"; echo; printf '%s\n' "$@"; } >"$path"
}

# Replaces fixed words in a file.
substitute() {
    python3 - "$@" <<'PYTHON'
import pathlib, sys
path, old, new = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
path.write_text(path.read_text().replace(old, new))
PYTHON
}

take_back() {
    git checkout -q -- .
    git clean -fdq -- '*lanted*'
}

# What a target runs of the tests: under a sanitizer the planted one is enough.
filter() {
    case $1 in sanitize-*) echo FILTER=planted ;; esac
}

fast=false passed=false
for option in "$@"; do
    case $option in
    --fast) fast=true ;;
    --passed) passed=true ;;
    --record)
        checks >"$note"
        exit
        ;;
    --is-needed)
        [[ $(checks) != "$(cat "$note" 2>/dev/null)" ]]
        exit
        ;;
    *)
        echo "usage: scripts/test-checks.sh [--fast] [--passed]" >&2
        exit 2
        ;;
    esac
done

if ! state=$(git status --porcelain) || [[ -n $state ]]; then
    echo "self-test: needs a clean tree; commit or stash first" >&2
    exit 2
fi

declare_mistakes
chosen=()
for index in "${!names[@]}"; do
    [[ $fast == true && $slow_targets == *" ${targets[index]} "* ]] || chosen+=("$index")
done

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# A target that fails anyway would seem to catch everything.
for target in $(for index in "${chosen[@]}"; do echo "${targets[index]}"; done | sort -u); do
    [[ $passed == true ]] && break
    if ! make "$target" >"$log" 2>&1 </dev/null; then
        tail -20 "$log"
        echo "self-test: make $target fails without any mistake planted" >&2
        exit 1
    fi
done

trap 'take_back; rm -f "$log"' EXIT
trap 'exit 130' INT TERM

caught=0 missed=0
verdict() { printf '%-13s %s (%s)\n' "$1" "$2" "$3"; }

for index in "${chosen[@]}"; do
    name=${names[index]} target=${targets[index]}
    if ! eval "${commands[index]}" 2>"$log" || [[ -z $(git status --porcelain) ]]; then
        verdict "NOT PLANTED" "$name" "$target"
        cat "$log"
        missed=$((missed + 1))
    elif make "$target" $(filter "$target") >"$log" 2>&1 </dev/null; then
        verdict "MISSED" "$name" "$target"
        missed=$((missed + 1))
    elif ! grep -qE -- "${reasons[index]}" "$log"; then
        verdict "WRONG REASON" "$name" "$target"
        echo "    no line says: ${reasons[index]}"
        tail -5 "$log" | sed 's/^/    /'
        missed=$((missed + 1))
    else
        verdict "caught" "$name" "$target"
        caught=$((caught + 1))
    fi
    take_back
done

echo "self-test: ${#chosen[@]} mistakes, $caught caught, $missed not"
[[ $missed == 0 ]]
