// SPDX-License-Identifier: MIT

package import Foundation
package import MortiseGraph

extension GraphOutline {
    /// Reads what `mortise graph --format json` has written to a file.
    ///
    /// - Throws: ``ProverError`` if the file cannot be read, or has no graph.
    package init(reading file: URL) throws {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw ProverError(
                "\(file.path) cannot be read; write one with `mortise graph --format json`"
            )
        }
        do { try self.init(reading: data) } catch { throw ProverError("\(file.path): \(error)") }
    }

    /// Reads what `mortise graph --format json` has written.
    ///
    /// - Throws: ``ProverError`` if the text is no graph, or one of another version.
    package init(reading data: Data) throws {
        guard let version = try? JSONDecoder().decode(Version.self, from: data).version else {
            throw ProverError("it is no graph; write one with `mortise graph --format json`")
        }
        guard version == 1 else {
            throw ProverError(
                "it is a graph of version \(version), which is not known; write one with "
                    + "`mortise graph --format json`"
            )
        }
        guard let file = try? JSONDecoder().decode(File.self, from: data),
            file.nodes.allSatisfy({ file.containers.indices.contains($0.container) }),
            file.containers.allSatisfy({ container in
                (container.sources + container.links).allSatisfy(file.containers.indices.contains)
            })
        else { throw ProverError("it is no graph; write one with `mortise graph --format json`") }
        self.init(
            file.containers.map { container in
                Container(
                    name: container.name,
                    sources: container.sources.map { file.containers[$0].name },
                    links: container.links.map { file.containers[$0].name },
                    role: Self.role(container.role, scope: container.scope)
                )
            },
            file.nodes.map { node in
                Definition(
                    container: file.containers[node.container].name,
                    qualifiedKey: Self.qualifiedKey(
                        node.key.type,
                        node.key.arguments,
                        node.key.description
                    ),
                    key: node.key.description,
                    lifetime: node.lifetimeText,
                    needs: node.dependencies.map { Self.need($0.key.description, kind: $0.kind) }
                )
            }
        )
    }
}

private struct Version: Decodable {
    let version: Int
}

/// The members that are compared.
private struct File: Decodable {
    struct Container: Decodable {
        let name: String
        let sources: [Int]
        let links: [Int]
        let role: String
        let scope: String?
    }

    struct Key: Decodable {
        let description: String
        let type: String
        let arguments: [String]
    }

    struct Lifetime: Decodable {
        let name: String
        let scope: String?
    }

    struct Dependency: Decodable {
        let key: Key
        let kind: String
    }

    struct Node: Decodable {
        let key: Key
        let lifetime: Lifetime
        let container: Int
        /// What a decorator wraps; `nil` if it is none.
        let decorates: [Int]?
        let dependencies: [Dependency]

        var lifetimeText: String {
            if decorates != nil { return "decorator" }
            return lifetime.scope.map { "\(lifetime.name)(\($0))" } ?? lifetime.name
        }
    }

    let containers: [Container]
    let nodes: [Node]
}
