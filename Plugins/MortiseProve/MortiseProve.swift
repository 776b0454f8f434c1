// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Proves a target in each build in which it, or what it depends on, has changed.
@main
struct MortiseProve: BuildToolPlugin {
    /// Adds the proof to the build of a target.
    ///
    /// - Parameters:
    ///   - context: Where the tool is.
    ///   - target: The target that lists the plugin.
    /// - Returns: One command, without outputs: SwiftPM runs it if an input has changed, after the modules
    ///   that the target imports, and before the target.
    /// - Throws: What SwiftPM says of a tool that is not there.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let tool = try context.tool(named: "MortiseTool").url
        let products = tool.deletingLastPathComponent()
        // What other targets declare, and what their bodies do: modules say nothing of bodies.
        let dependencies = target.recursiveTargetDependencies
            .compactMap { $0 as? SwiftSourceModuleTarget }
        let modules = dependencies.map {
            products.appending(path: "Modules/\($0.moduleName).swiftmodule")
        }
        let headers = target.recursiveTargetDependencies
            .compactMap { $0 as? ClangSourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: ".h") }
        let sources = ([target] + dependencies).flatMap { $0.sourceFiles(withSuffix: ".swift") }
        let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
        return [
            .buildCommand(
                displayName: "Proving \(target.name)",
                executable: tool,
                arguments: [
                    "prove", context.package.directoryURL.path, "--scratch-path", scratch.path,
                    "--fresh", "--within", target.moduleName, "--products", products.path,
                    "--last-proof",
                    context.pluginWorkDirectoryURL.appending(path: "\(target.name).json").path,
                ],
                // The description has the settings with which the target is compiled.
                inputFiles: modules + (sources + headers).map(\.url)
                    + [products.appending(path: "description.json")]
            )
        ]
    }
}
