// SPDX-License-Identifier: MIT

import MortiseGraph

/// Something that a definition or a call site asks for.
struct Need {
    var type: SwiftType
    var arguments: [SwiftType] = []
    var tag = DefinitionFact.TagFact.none
    var isOptional = false
    var isPlural = false
    var isProperty = false
    var isDeferred = false
    var lane = Lane.synchronous
    var guardian = Guard.always
}
