// SPDX-License-Identifier: MIT

/// Words as a shell reads them.
enum ShellWords {
    /// The words of a text, without quotes and backslashes.
    ///
    /// - Complexity: O(n) in the length of the text.
    static func split(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var (isEscaped, hasWord) = (false, false)
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, hasWord) = (true, true)
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                (quote, hasWord) = (character, true)
            } else if character.isWhitespace, quote == nil {
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            } else {
                word.append(character)
                hasWord = true
            }
        }
        if hasWord { words.append(word) }
        return words
    }
}
