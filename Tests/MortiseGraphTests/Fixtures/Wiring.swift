// SPDX-License-Identifier: MIT

import MortiseGraph

/// A line of the file that the graphs of these tests pretend to be written in.
func line(_ line: Int) -> SourceSite {
    SourceSite(file: "App/Wiring.swift", line: line)
}

/// What a definition cannot be made without.
func needs(_ keys: Key...) -> [Dependency] {
    keys.map { Dependency($0) }
}

let screen = Key("App.Screen")
let presenter = Key("App.Presenter")
let store = Key("App.Store")
let session = Key("App.Session")
let api = Key("any App.API")
let clock = Key("any App.Clock")
