import Foundation

/// Names that people read and choose by, such as those of programs and environments.
enum ShownName {
    /// Returns a name without blanks at its ends.
    ///
    /// A name mustn't look empty, reorder the text around it, or break its line.
    ///
    /// - Throws: What is wrong with it.
    static func checked(_ text: String) throws(APIError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...100).contains(name.count), name.unicodeScalars.contains(where: isVisible) else {
            throw .invalid("Enter a name of 1 to 100 characters.")
        }
        // One character can consist of any number of scalars.
        guard name.utf8.count <= 400 else { throw .invalid("The name has more than 400 bytes. Enter a shorter one.") }
        guard name.unicodeScalars.allSatisfy(isAllowed) else {
            throw .invalid("The name contains control or formatting characters. Enter it without them.")
        }
        return name
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Words of some languages and emoji have joiners.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // The blank pattern of Braille counts as a symbol.
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
            && isAllowed(scalar)
    }
}
