// SPDX-License-Identifier: MIT

/// The presenter's view of its screen.
package protocol StripView: AnyObject {
    /// Shows a strip, which may have no picture.
    func show(_ strip: Strip, _ picture: Picture?)

    /// Shows a text in place of the strip.
    func show(_ message: String)
}
