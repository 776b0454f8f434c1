#!/usr/bin/env python3
"""Proves an example, and finds mistakes that are planted in it.

usage: planted.py EXAMPLE [FOLDER WITH WHAT IS BUILT]

A mistake is written into a source that keeps its time, so that the build seems to be of it: nothing is built
again. The source is as it was when this ends.

Needs the command `mortise`, and a build of the example: `make prove-galaxy` and `make prove` make both.
"""

import os
import pathlib
import subprocess
import sys

import built

NAME = sys.argv[1]
EXAMPLE = built.ROOT / "Examples" / NAME
SCRATCH = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else EXAMPLE / ".build").resolve()
COMPOSITION = "Galaxy/Composition.swift"
CONNECTIVITY = "ConnectivityKit/Composition.swift"
NETWORK = "SignInKit/Assemblies/NetworkComponents.swift"
UI = "SignInKit/Assemblies/UIComponents.swift"
FEED = "ComicStripsKit/Assemblies/FeedAssembly.swift"
SERVICES = "ComicStripsKit/Assemblies/ServiceAssembly.swift"

# Of each: a source, what is replaced there, by what, and what is said of it.
PLANTED = {
    "Galaxy": [
        (COMPOSITION, "app.register(.singleton) { GalaxyDatabase.schema }", "",
         "Nothing provides DatabaseMigrator"),
        (COMPOSITION, "app.register(autowiring: PeopleController.init)", "",
         "Nothing provides PeopleController"),
        (COMPOSITION, '$0.bind(ImportConfig.self, at: "galaxy.import")', "",
         "Nothing provides ImportConfig"),
        (COMPOSITION, "app.register(.scoped(.job)) { SQLBatches(pool: $0) as any BatchStore }", "",
         "Nothing provides any BatchStore"),
        (COMPOSITION, "providing: { $0.provide(job) }", "providing: { _ in }", "[missing-input]"),
        (COMPOSITION, "app.register(.scoped(.request)) {\n            SQLStarships(",
         "app.register(.singleton) {\n            SQLStarships(", "any StarshipStore is a singleton, but holds UnitOfWork"),
        (COMPOSITION, "SQLStarships(work: $0, events: $1) as any StarshipStore",
         "SQLStarships(work: $0, events: $1)", "Nothing provides any StarshipStore"),
        (COMPOSITION, "app.expects(RequestInfo.self, in: .request)", "", "error:"),
        ("GalaxyWeb/GalaxyRouter.swift", "scope.provide(RequestInfo(request))", "_ = (scope, request)",
         "[missing-input]"),
    ],
    "Connectivity": [
        (CONNECTIVITY, "injector.register(NumbersService.self) { NumbersService() }", "",
         "Nothing provides NumbersService"),
        (CONNECTIVITY, "            defaultDependency: RepositoryType.remote.rawValue,",
         '            defaultDependency: "remot",', "Nothing provides any Repository"),
        (CONNECTIVITY, "RepositoryType.local.rawValue: LocalRepository.instance,", "",
         'Nothing provides any Repository "local"'),
        (CONNECTIVITY, "injector.register(NumbersService.self) {", "injector.add(NumbersService.self, key: \"\") {",
         "Nothing provides NumbersService"),
        ("ConnectivityKit/NetworkMonitor.swift", "newKey: repositoryImplementation.rawValue", 'newKey: "both"',
         'Nothing provides any Repository "both"'),
    ],
    "ComicStrips": [
        (FEED, 'defineInjection(key: "view", into: screen)', 'defineInjection(key: "screen", into: screen)',
         "Nothing provides FeedAssembly.view: any FeedView"),
        (FEED, "define(init: StripList())", "define(init: StripScreen())", "cannot be StripScreen"),
        (FEED, "define(init: FeedPresenter(list: list, service: services.stripService)) {",
         "define(scope: .prototype, init: FeedPresenter(list: list, service: services.stripService)) {\n"
         "            _ = self.presenter", "never ends"),
        (SERVICES, "define(scope: .lazySingleton, init: ShippedData.folder)",
         "define(scope: .lazySingleton, init: baseURL)", "is needed in order to build itself"),
        (SERVICES, "define(scope: .lazySingleton, init: FileTransport())",
         "define(scope: .lazySingleton, init: StripList())", "is not known"),
        ("ComicStripsCommand/Program.swift", "FeedAssembly.instance(from: context)", "FeedAssembly()",
         "the assembly belongs to no context that is known"),
    ],
    "SignIn": [
        (NETWORK, "LocalBlog() as any Transport", "LocalBlog()", "Nothing provides any Transport"),
        (NETWORK, 'AssemblyDefinitionOf(tag: "blog")', 'AssemblyDefinitionOf(tag: "blogs")',
         'Nothing provides URL "blog"'),
        (NETWORK, "AssemblyDefinitionOf(scope: .singleton) { (_, _: Void) in\n        LocalBlog() as any Transport",
         "AssemblyDefinitionOf { (container, _: Void) in\n        try container.resolve() as any Transport",
         "any Transport is needed in order to build itself"),
        (UI, "let networkComponents = NetworkComponents()", "", "Nothing provides any GhostApiClient"),
        (UI, 'AssemblyDefinitionOf(tag: "ViewController")', 'AssemblyDefinitionOf(tag: "Controller")',
         'Nothing provides AuthViewController "ViewController"'),
        (UI, "{ (_, view: View) in", "{ (_, view: AuthView) in",
         "any ShakeAnimation is registered, but nothing provides it with arguments (View)"),
        ("SignInKit/AppDelegate.swift", "DependencyContainer.uiContainers = [container]", "_ = container", "error:"),
    ],
}

bad = []


def prove():
    done = subprocess.run([built.command("planted"), "prove", "--timeout", "300", "--scratch-path", str(SCRATCH),
                           str(EXAMPLE)],
                          capture_output=True, text=True, timeout=400)
    return done.returncode, done.stdout + done.stderr


def plant(source, old, new, said):
    file = EXAMPLE / "Sources" / source
    before, text = file.stat(), file.read_text()
    if text.count(old) != 1:
        return bad.append(f"{source} has {old!r} {text.count(old)} times: adapt what is planted")
    try:
        file.write_text(text.replace(old, new))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        status, output = prove()
    finally:
        file.write_text(text)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    # What the program handles passes.
    found = status in (1, 2) or " handled" in output
    if not found or said not in output or " call site" not in output:
        bad.append(f"{new!r} in place of {old!r}: no {said!r}, but exit status {status}: {output}")


def main():
    status, output = prove()
    if status != 0:
        bad.append(f"exit status {status}: {output}")
    for mistake in PLANTED[NAME]:
        plant(*mistake)
    for line in bad:
        print(f"{NAME}: {line}")
    summary = output.strip().splitlines()[-1] if output.strip() else "nothing was said"
    print(f"{NAME}: {summary}; {len(PLANTED[NAME])} mistakes were planted, {len(bad)} against what was expected")
    sys.exit(1 if bad else 0)


main()
