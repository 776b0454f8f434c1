// SPDX-License-Identifier: MIT

import Mortise

/// Writes an article in another format.
struct Exporter: Sendable {
    let reader: Reader

    func export(_ name: String) -> String { "<p>\(reader.read(name))</p>" }
}

/// Registers what exports articles.
struct ExportModule: Module {
    func register(in container: Container) {
        container.register { Exporter(reader: $0) }
    }
}
