// SPDX-License-Identifier: MIT

import ArgumentParser

/// The ways to draw the dependency graph.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text, dot, mermaid, json
}
