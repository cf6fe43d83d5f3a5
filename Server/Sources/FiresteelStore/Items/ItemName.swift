import Foundation

/// Names of items and identifiers of changes.
enum ItemName {
    /// Whether a text can be a name: 1 to 200 bytes, without control characters, in Unicode's composed form.
    ///
    /// Swift compares texts by their meaning and databases by their bytes; of composed texts both have the same opinion.
    static func isValid(_ text: String) -> Bool {
        guard (1...200).contains(text.utf8.count) else { return false }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            return false
        }
        return text.unicodeScalars.elementsEqual(text.precomposedStringWithCanonicalMapping.unicodeScalars)
    }
}
