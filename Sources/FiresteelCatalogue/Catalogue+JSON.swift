import Firesteel
import FiresteelFlags
public import Foundation

extension Catalogue {
    /// Creates a catalogue from the output of ``json()``.
    ///
    /// Unknown parts of a later minor version of the format are ignored.
    ///
    /// - Throws: ``CatalogueError``.
    public init(json: Data) throws(CatalogueError) {
        let decoder = JSONDecoder()
        do {
            // Checked first: errors about the rest of a later format would be confusing.
            let format = try decoder.decode(Head.self, from: json).format
            guard format.major <= Self.currentFormat.major else {
                throw CatalogueError.newerFormat(found: format, known: Self.currentFormat)
            }
            self = try decoder.decode(Catalogue.self, from: json)
        } catch {
            throw CatalogueError(error)
        }
    }

    /// Returns the catalogue as JSON in UTF-8, as described in `docs/catalogue-format.md`.
    ///
    /// Keys are sorted and the order is fixed, so that equal catalogues are equal bytes and line-based comparisons show
    /// the changes.
    ///
    /// - Throws: `EncodingError`, which doesn't occur for the catalogue of a runtime.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: CodedDefault.infinity, negativeInfinity: CodedDefault.negativeInfinity,
            nan: CodedDefault.undefined)
        return try encoder.encode(self) + Data("\n".utf8)
    }

    private struct Head: Decodable {
        let format: CatalogueFormat
    }
}

extension CatalogueError {
    /// Converts a decoder's error.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as CatalogueError: self = error
        case DecodingError.keyNotFound(let key, let context):
            self = .unreadable("\(Self.location(context.codingPath))\(key.stringValue) is missing.")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self = .unreadable("\(Self.location(context.codingPath))\(context.debugDescription)")
        default: self = .unreadable(ErrorText(error).message)
        }
    }

    private static func location(_ path: [any CodingKey]) -> String {
        let location = path.reduce("") { text, key in
            if let index = key.intValue { return text + "[\(index)]" }
            return text.isEmpty ? key.stringValue : text + "." + key.stringValue
        }
        return location.isEmpty ? "" : "at \(location): "
    }
}
