/// The name of a document: its path relative to the folder, such as `Travel/Norway.md`.
///
/// Always valid: it has at most eight components, none of them hidden, empty or `..`. It is relative, contains no
/// control characters, and ends with `.md` or `.markdown`.
package struct DocumentName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The path relative to the folder, with `/` as separator.
    package let path: String

    /// The maximum lengths of a component and of a path, in UTF-8 bytes.
    ///
    /// That of a component leaves room for the suffix of a temporary file.
    static let longestPart = 200
    static let longestPath = 600
    static let maximumParts = 8

    /// Creates a name from a path relative to the folder.
    ///
    /// - Throws: ``DocumentError/invalidName(_:_:)`` with the reason.
    package init(_ path: String) throws(DocumentError) {
        if let fault = Self.fault(in: path) { throw .invalidName(path, fault) }
        self.path = path
    }

    /// Creates a name from entered text: removes surrounding whitespace and adds a missing `.md`.
    ///
    /// - Throws: ``DocumentError/invalidName(_:_:)``.
    package init(typed text: String) throws(DocumentError) {
        var path = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
        path = String(path.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if !path.isEmpty && !Self.hasSuffix(path) { path += ".md" }
        try self.init(path)
    }

    package var description: String { path }

    // Names are bytes: a folder can have files whose names differ only in their normalization.

    package static func == (left: DocumentName, right: DocumentName) -> Bool {
        left.path.utf8.elementsEqual(right.path.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in path.utf8 { hasher.combine(byte) }
    }

    /// The components.
    var parts: [Substring] { Self.parts(of: path) }

    /// Returns the components of a path as the system sees them: a slash separates them whatever character it is a part of.
    static func parts(of path: some StringProtocol) -> [Substring] {
        Substring(path).utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// The last component without its suffix.
    package var title: String {
        Self.parts(of: stem).last.map(String.init) ?? path
    }

    /// The path without its suffix.
    private var stem: Substring {
        path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    }

    package static func < (left: DocumentName, right: DocumentName) -> Bool {
        // Without the suffix, “Bread” comes before “Bread 2”.
        let (a, b) = (left.stem.lowercased(), right.stem.lowercased())
        return a == b ? left.path < right.path : a < b
    }

    /// Returns the name with a number before its suffix: `Bread.md` with 2 is `Bread 2.md`.
    func numbered(_ number: Int) -> DocumentName? {
        try? DocumentName(stem + " \(number)" + path.dropFirst(stem.count))
    }

    private static func hasSuffix(_ path: String) -> Bool {
        let lowered = path.lowercased()
        return lowered.hasSuffix(".md") || lowered.hasSuffix(".markdown")
    }

    /// Whether a character controls a terminal or changes the direction of text, so that a name shows as another one.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }

    private static func fault(in path: String) -> NameRejection? {
        if path.isEmpty { return .empty }
        if path.utf8.count > longestPath { return .tooLong }
        if path.utf8.first == UInt8(ascii: "/") { return .absolute }
        if path.contains("\\") { return .forbidden("\\") }
        if let control = path.unicodeScalars.first(where: isControl) {
            return .forbidden("U+" + String(control.value, radix: 16, uppercase: true))
        }
        let parts = parts(of: path)
        if parts.count > maximumParts { return .tooDeep }
        for part in parts {
            if part.isEmpty { return .emptyPart }
            if part == ".." || part == "." { return .leaves }
            if part.utf8.first == UInt8(ascii: ".") { return .hidden }
            if part.utf8.count > longestPart { return .tooLong }
            if part.first?.isWhitespace == true || part.last?.isWhitespace == true { return .blankEdge }
        }
        return hasSuffix(path) ? nil : .notMarkdown
    }
}

/// A reason why a name isn't valid.
package enum NameRejection: Hashable, Sendable {
    case empty, emptyPart, absolute, leaves, hidden, tooLong, tooDeep, blankEdge, notMarkdown
    /// The name contains a forbidden character.
    case forbidden(String)

    var words: String {
        switch self {
        case .empty: "It is empty."
        case .emptyPart: "It has two consecutive slashes, or one at the end."
        case .absolute: "It begins with a slash."
        case .leaves: "It leads out of the folder."
        case .hidden: "A part of it begins with a dot, which hides it."
        case .tooLong: "It is longer than \(DocumentName.longestPart) bytes."
        case .tooDeep: "It has more than \(DocumentName.maximumParts - 1) folders."
        case .blankEdge: "A part of it begins or ends with a space."
        case .notMarkdown: "It ends neither with .md nor with .markdown."
        case .forbidden(let character): "It contains \(character), which is not allowed."
        }
    }
}
