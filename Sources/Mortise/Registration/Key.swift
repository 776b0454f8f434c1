// SPDX-License-Identifier: MIT

public import MortiseGraph

// Aliases for the types of the graph that users of containers meet first, so that `import Mortise`
// is enough.

/// What a definition provides: a type, the types of its run-time arguments, and a tag.
public typealias Key = MortiseGraph.Key

/// A name that distinguishes definitions of one type.
public typealias DefinitionTag = MortiseGraph.DefinitionTag
