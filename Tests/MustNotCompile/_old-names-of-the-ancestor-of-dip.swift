// SPDX-License-Identifier: MIT

// Y-1: what 0.0.1 wrote compiles, and the compiler offers what it is called now.

import MortiseDip

func register() {
    Dependency.register(instance: 1)  // fix-it: singleton
    Dependency.register("tag", instance: 1)  // fix-it: singleton
}
