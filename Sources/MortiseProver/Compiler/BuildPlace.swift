// SPDX-License-Identifier: MIT

package import Foundation

/// Where and how a package is built: by SwiftPM, or, where a log tells it, by anything.
package struct BuildPlace: Sendable {
    /// The folder of the package.
    package let package: URL
    /// The folder with what is built.
    package let scratch: URL
    /// `debug` or `release`.
    package let configuration: String
    /// What another build system has printed, if it has built the package.
    let log: URL?

    /// Describes a build.
    ///
    /// - Parameters:
    ///   - package: The folder of the package.
    ///   - scratch: The folder with what is built; `.build` in the package if `nil`.
    ///   - configuration: `debug` or `release`.
    ///   - products: The folder with the modules, if SwiftPM has not linked to it yet.
    ///   - log: What another build system has printed; `nil` if SwiftPM has built it.
    package init(
        of package: URL,
        scratch: URL? = nil,
        configuration: String = "debug",
        products: URL? = nil,
        log: URL? = nil
    ) {
        self.package = package.resolvingSymlinksInPath()
        self.scratch = (scratch ?? package.appending(path: ".build")).resolvingSymlinksInPath()
        self.configuration = configuration
        self.log = log
        self.products = products ?? self.scratch.appending(path: configuration)
    }

    /// The folder with the modules.
    let products: URL

    /// Builds the package, with what the compiler prints on the standard error.
    ///
    /// - Parameters:
    ///   - withTests: Whether test targets are built, too.
    ///   - processes: What runs SwiftPM.
    /// - Throws: ``ProverError`` if it does not build, with the compiler's errors, or is no package.
    package func build(withTests: Bool, _ processes: ChildProcesses) throws {
        if let error = isNoPackage { throw error }
        let output = try processes.run(
            ["/usr/bin/env"] + command + (withTests ? ["--build-tests"] : [])
        )
        guard output.status == 0 else {
            let text = String(decoding: output.standardOutput, as: UTF8.self)
            throw ProverError(
                "\(package.path) does not build:\n" + errors(in: text + output.standardError)
            )
        }
    }

    /// Other build systems do not say how they call the compiler.
    private var command: [String] {
        var words = ["swift", "build", "--build-system", "native", "--package-path", package.path]
        if scratch.path != package.path + "/.build" { words += ["--scratch-path", scratch.path] }
        if configuration != "debug" { words += ["-c", configuration] }
        return words
    }

    /// The error for a folder that is no package; `nil` for one that is.
    private var isNoPackage: ProverError? {
        let manager = FileManager.default
        guard manager.fileExists(atPath: package.path) else {
            return ProverError("there is no folder \(package.path): name that of a package")
        }
        func isPackage(_ folder: URL) -> Bool {
            manager.fileExists(atPath: folder.appending(path: "Package.swift").path)
        }
        guard !isPackage(package) else { return nil }
        var above = package.deletingLastPathComponent()
        while above.path != "/", !isPackage(above) { above.deleteLastPathComponent() }
        return ProverError(
            "\(package.path) has no Package.swift: name the folder of a package"
                + (above.path == "/" ? "" : ", such as \(above.path)")
        )
    }

    /// The error for a package without a build.
    var isNotBuilt: ProverError {
        if let error = isNoPackage { return error }
        let isBuiltOtherwise = FileManager.default.fileExists(
            atPath: scratch.appending(path: "out").path
        )
        return ProverError(
            "\(package.path) is not built"
                + (isBuiltOtherwise ? " by SwiftPM's native build system" : "")
                + ": add --build, or run `\(line(withTests: false))` first, with "
                + "--build-tests for --tests"
                + (isBuiltOtherwise ? "; or give the log of a build with --build-log" : "")
        )
    }

    /// The error for a package whose sources are newer than its build.
    func isOutdated(by fact: String, withTests: Bool) -> ProverError {
        guard log == nil else {
            return ProverError("\(fact) after the log was written: build again, with a new log")
        }
        return ProverError(
            "\(fact) after the last build: add --build, or run "
                + "`\(line(withTests: withTests))` first"
        )
    }

    private func line(withTests: Bool) -> String {
        (command + (withTests ? ["--build-tests"] : [])).map { word in
            let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "/.-_+".contains($0) }
            return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
        }.joined(separator: " ")
    }
}

/// The errors among what a compiler has printed, each once; all of it if there are none.
func errors(in text: String) -> String {
    var kept: [Substring] = []
    var known: Set<Substring> = []
    var isKept = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let head = line.split(separator: ": ", maxSplits: 2, omittingEmptySubsequences: false)
        let kind = head.count > 1 && !line.hasPrefix(" ") ? head[1] : ""
        switch kind {
        // The module and the file are compiled each, so SwiftPM prints an error twice.
        case "error": isKept = known.insert(line).inserted
        case "warning", "remark": isKept = false
        case "note": break
        default:
            if line.hasPrefix("error:") { isKept = true }
            // SwiftPM says what it compiles next: `[5/8] Compiling`.
            if line.hasPrefix("["), line.dropFirst().first?.isNumber ?? false { isKept = false }
        }
        if isKept { kept.append(line) }
    }
    return kept.isEmpty ? text : kept.joined(separator: "\n")
}
