// SPDX-License-Identifier: MIT

#if Prover
import MortiseProver

/// Graphviz, which draws a graph if it is installed.
enum Graphviz {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Draws a graph as a picture.
    ///
    /// - Parameters:
    ///   - text: The graph in Graphviz' language.
    ///   - processes: Runs `dot`, and ends it when the time is over.
    /// - Returns: The picture, as SVG.
    /// - Throws: An error that says what to do if `dot` is missing, fails, or takes too long.
    static func svg(of text: String, _ processes: ChildProcesses) throws -> String {
        let output: ChildProcesses.Output
        do {
            output = try processes.run(["/usr/bin/env", "dot", "-Tsvg"], input: text)
        } catch {
            throw Failure(
                description: "Graphviz' dot did not finish: allow more with --timeout, or use "
                    + "--format html"
            )
        }
        guard output.status != 127 else {
            throw Failure(
                description: "--format svg needs Graphviz' dot, which is not in PATH: install "
                    + "Graphviz, or use --format html"
            )
        }
        guard output.status == 0 else {
            throw Failure(
                description: "Graphviz' dot ended with status \(output.status): check it with "
                    + "--format dot; it says:\n\(output.standardError)"
            )
        }
        return String(decoding: output.standardOutput, as: UTF8.self)
    }
}
#endif
