// SPDX-License-Identifier: MIT

/// The way to ask the compiler for the trees of a target's files.
package struct FrontendJob: Sendable {
    private let command: [String]

    /// Asks the compiler's driver what it would run to check the types of a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - processes: What runs the driver.
    /// - Throws: ``ProverError`` if the driver does not say it.
    package init(for target: PackageDescription.Target, _ processes: ChildProcesses) throws {
        var driver: [String] = [
            target.command[0], "-###", "-typecheck", "-whole-module-optimization",
        ]
        driver += ["-driver-filelist-threshold=1000000"]
        var index = 1
        while index < target.command.count {
            let argument = target.command[index]
            index += Self.withValue.contains(argument) ? 2 : 1
            if !Self.withValue.contains(argument), !Self.flags.contains(argument),
                !argument.hasPrefix("-j")
            {
                driver.append(argument)
            }
        }
        let output = try processes.run(driver)
        let text = String(decoding: output.standardOutput, as: UTF8.self)
        let jobs = text.split(separator: "\n").filter { $0.contains("-typecheck") }
        guard output.status == 0, jobs.count == 1, let line = jobs.first else {
            throw ProverError(
                "the compiler does not say how it checks \(target.module): \(output.standardError)"
            )
        }
        command = ShellWords.split(line)
    }

    /// What the driver is asked for in a build, and not here.
    private static let flags: Set<String> = [
        "-c", "-emit-module", "-incremental", "-enable-batch-mode", "-serialize-diagnostics",
        "-parseable-output", "-emit-dependencies", "-whole-module-optimization", "-wmo",
        "-emit-objc-header", "-emit-const-values", "-emit-object", "-emit-localized-strings",
        "-emit-module-interface", "-explicit-module-build", "-save-temps", "-v",
        "-use-frontend-parseable-output", "-validate-clang-modules-once",
        "-experimental-emit-module-separately", "-emit-loaded-module-trace",
        "-warnings-as-errors",
    ]
    private static let withValue: Set<String> = [
        "-index-store-path", "-driver-use-frontend-path", "-emit-module-path", "-output-file-map",
        "-o", "-num-threads", "-emit-objc-header-path", "-emit-const-values-path",
        "-emit-localized-strings-path", "-emit-module-interface-path",
        "-emit-private-module-interface-path", "-clang-build-session-file",
        "-serialize-diagnostics-path", "-emit-dependencies-path", "-emit-loaded-module-trace-path",
        "-Werror",
    ]

    /// The command that prints the trees of some files, in the order of the target's files.
    package func command(for primaries: Set<String>) -> [String] {
        command.flatMap { word -> [String] in
            if word == "-typecheck" { return ["-dump-ast", "-dump-ast-format", "json"] }
            if primaries.contains(word) { return ["-primary-file", word] }
            return [word]
        }
    }
}
