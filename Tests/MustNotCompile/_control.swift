// SPDX-License-Identifier: MIT

// README: `make negative` compiles each file here by itself. This one must compile, so that a broken
// setup is noticed; every other must be refused with the error its `// expect: …` comment names.
// `scripts/must-not-compile.py` has the rules.

import Mortise
import MortiseGraph
