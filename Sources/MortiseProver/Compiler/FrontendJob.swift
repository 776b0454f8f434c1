// SPDX-License-Identifier: MIT

/// The way to ask the compiler for the trees of a target's files.
package struct FrontendJob: Sendable {
    private let command: [String]
    private let files: Set<String>

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
        command = Self.words(of: line)
        files = Set(target.files)
    }

    /// What the driver is asked for in a build, and not here.
    private static let flags: Set<String> = [
        "-c", "-emit-module", "-incremental", "-enable-batch-mode", "-serialize-diagnostics",
        "-parseable-output", "-emit-dependencies", "-whole-module-optimization", "-wmo",
    ]
    private static let withValue: Set<String> = [
        "-index-store-path", "-driver-use-frontend-path", "-emit-module-path", "-output-file-map",
        "-o", "-num-threads",
    ]

    /// The command that prints the trees of some files, in the order of the target's files.
    package func command(for primaries: Set<String>) -> [String] {
        command.flatMap { word -> [String] in
            if word == "-typecheck" { return ["-dump-ast", "-dump-ast-format", "json"] }
            if primaries.contains(word) { return ["-primary-file", word] }
            return [word]
        }
    }

    /// The words of a line that the driver prints: quoted as in a shell.
    static func words(of line: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var (isEscaped, hasWord) = (false, false)
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, hasWord) = (true, true)
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                (quote, hasWord) = (character, true)
            } else if character == " ", quote == nil {
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            } else {
                word.append(character)
                hasWord = true
            }
        }
        if hasWord { words.append(word) }
        return words
    }
}
