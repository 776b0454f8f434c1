// SPDX-License-Identifier: MIT

/// A JSON value whose objects keep the order of their members.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// Returns the value as text.
    ///
    /// An array or object is written on one line if its elements are no deeper than an array of
    /// simple values.
    ///
    /// - Parameter indent: The spaces in front of the value's last line.
    /// - Returns: The text, without a final newline.
    package func rendered(indent: String = "") -> String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "\"\(value.inJSON)\""
        case .array(let values):
            enclosed("[", values.map { $0.rendered(indent: indent + "  ") }, "]", indent: indent)
        case .object(let members):
            enclosed(
                "{",
                members.map { "\"\($0.inJSON)\": \($1.rendered(indent: indent + "  "))" },
                "}",
                indent: indent
            )
        }
    }

    private func enclosed(
        _ opening: String,
        _ items: [String],
        _ closing: String,
        indent: String
    ) -> String {
        guard !isFlat else { return opening + items.joined(separator: ", ") + closing }
        let separator = "\n\(indent)  "
        return opening + separator + items.joined(separator: ",\(separator)") + "\n\(indent)"
            + closing
    }

    /// Whether the value is written on one line.
    private var isFlat: Bool {
        switch self {
        case .array(let values): values.allSatisfy(\.isSimple)
        case .object(let members): members.allSatisfy { $0.value.isSimple || $0.value.isList }
        case .null, .bool, .number, .string: true
        }
    }

    /// Whether the value holds no other value.
    private var isSimple: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .number, .string: true
        }
    }

    /// Whether the value is an array of simple values.
    private var isList: Bool {
        guard case .array(let values) = self else { return false }
        return values.allSatisfy(\.isSimple)
    }
}

extension String {
    /// The text as the inside of a JSON string.
    fileprivate var inJSON: String {
        escaped { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\0"..<" ":
                "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: nil
            }
        }
    }
}
