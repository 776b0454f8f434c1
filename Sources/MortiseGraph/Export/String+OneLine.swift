// SPDX-License-Identifier: MIT

extension String {
    /// The text with a space in place of every control character and line end.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.breaksLine ? " " : $0 }))
    }

    /// The text with some of its characters spelled differently.
    package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let replacement = replacement(scalar) {
                text += replacement
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var breaksLine: Bool {
        properties.generalCategory == .control || self == "\u{2028}" || self == "\u{2029}"
    }
}
