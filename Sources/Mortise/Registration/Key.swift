// SPDX-License-Identifier: MIT

public import MortiseGraph

// The words of the graph that users of containers meet first, so that `import Mortise` is enough to
// write them.

/// What a definition provides: a type, the types of its run-time arguments, and a tag.
public typealias Key = MortiseGraph.Key

/// A name that tells two definitions of one type apart.
public typealias DefinitionTag = MortiseGraph.DefinitionTag
