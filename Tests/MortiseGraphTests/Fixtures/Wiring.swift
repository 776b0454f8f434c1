// SPDX-License-Identifier: MIT

import MortiseGraph

/// A line of the fictitious file of these tests' graphs.
func line(_ line: Int) -> SourceSite {
    SourceSite(file: "App/Wiring.swift", line: line)
}

/// The dependencies of a definition.
func needs(_ keys: Key...) -> [Dependency] {
    keys.map { Dependency($0) }
}

let screen = Key("App.Screen")
let presenter = Key("App.Presenter")
let store = Key("App.Store")
let session = Key("App.Session")
let api = Key("any App.API")
let clock = Key("any App.Clock")
