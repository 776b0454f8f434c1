// SPDX-License-Identifier: MIT

import MortiseGraph

extension String {
    /// The text with control characters, and those that change the direction of text, spelled out.
    var shown: String {
        escaped { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: nil
            }
        }
    }

    /// The text as part of an element.
    var inHTML: String {
        escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }
    }

    /// A JSON text as the inside of a script: no character in it has a meaning for HTML.
    var inScript: String {
        escaped { scalar in
            switch scalar {
            case "<", ">", "&", "\u{2028}", "\u{2029}":
                "\\u" + String(repeating: "0", count: scalar.value < 256 ? 2 : 0)
                    + String(scalar.value, radix: 16)
            default: nil
            }
        }
    }
}
