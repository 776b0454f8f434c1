// SPDX-License-Identifier: MIT

import MortiseGraph

/// The names of the declarations of a program, by where they stand.
struct Declarations {
    /// Those of each file, the outer ones before those that stand in them.
    private var byFile: [Int: [(place: Place, name: String)]] = [:]

    init(of program: Program) {
        for function in program.functions.values where !function.isImplicit {
            let labels = function.parameters.map { ($0.label ?? "_") + ":" }.joined()
            add("\(function.name)(\(labels))", in: function.owner, at: function.place)
        }
        for variable in program.variables.values {
            add(variable.name, in: variable.owner, at: variable.place)
        }
        for type in program.types.values { add("\(TypeName(type.type))", in: nil, at: type.place) }
        for file in byFile.keys {
            byFile[file]?.sort {
                ($0.place.start, -$0.place.end, $0.name) < ($1.place.start, -$1.place.end, $1.name)
            }
        }
    }

    private mutating func add(_ name: String, in owner: SwiftType?, at place: Place) {
        let prefix = owner.map { "\(TypeName($0))." } ?? ""
        byFile[place.file, default: []].append((place, prefix + name))
    }

    /// The innermost declaration around a place; empty if it stands in none.
    func name(around place: Place) -> String {
        byFile[place.file]?.last {
            $0.place.start <= place.start && place.start <= $0.place.end
        }?.name ?? ""
    }
}
