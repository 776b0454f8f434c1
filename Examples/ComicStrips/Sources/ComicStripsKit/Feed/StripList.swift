// SPDX-License-Identifier: MIT

/// The strips of one feed screen: its presenter fills it, and the screen shows it.
package final class StripList {
    package internal(set) var strips: [Strip] = []
}
