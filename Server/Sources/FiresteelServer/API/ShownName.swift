import FiresteelHTTPServer
import Foundation

/// A name that people read and choose by, such as that of a program or environment, without blanks at its ends.
///
/// It doesn't look empty, reorder the text around it, or break its line.
struct ShownName: Decodable, Sendable {
    let text: String

    /// Creates a name.
    ///
    /// - Throws: What is wrong with it.
    init(_ text: String) throws(HTTPProblem) {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...100).contains(name.count), name.unicodeScalars.contains(where: Self.isVisible) else {
            throw .invalid("Enter a name of 1 to 100 characters.")
        }
        // One character can consist of any number of scalars.
        guard name.utf8.count <= 400 else { throw .invalid("The name has more than 400 bytes. Enter a shorter one.") }
        guard name.unicodeScalars.allSatisfy(Self.isAllowed) else {
            throw .invalid("The name contains control or formatting characters. Enter it without them.")
        }
        self.text = name
    }

    init(from decoder: any Decoder) throws { try self.init(String(from: decoder)) }

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

extension KeyedDecodingContainer {
    /// Decodes a name: a missing one is a missing text.
    func decode(_ type: ShownName.Type, forKey key: Key) throws -> ShownName {
        try ShownName(decode(String.self, forKey: key))
    }
}
