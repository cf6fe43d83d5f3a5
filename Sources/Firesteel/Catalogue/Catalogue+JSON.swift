import FiresteelFlags
public import Foundation

extension Catalogue {
    /// Reads a catalogue as ``json()`` writes it.
    ///
    /// What it doesn't know in a later minor version of the format, it passes over.
    ///
    /// - Throws: ``CatalogueError``.
    public init(json: Data) throws(CatalogueError) {
        let decoder = JSONDecoder()
        do {
            // Looked at before all else: what a later format has instead of the rest would only be confusing.
            let format = try decoder.decode(Head.self, from: json).format
            guard format.major <= Self.currentFormat.major else {
                throw CatalogueError.newerFormat(found: format, known: Self.currentFormat)
            }
            self = try decoder.decode(Catalogue.self, from: json)
        } catch {
            throw CatalogueError(error)
        }
    }

    /// The catalogue as JSON in UTF-8, as `docs/catalogue-format.md` describes it.
    ///
    /// Keys are sorted and everything is in a fixed order, so that equal catalogues are equal bytes and a tool that compares
    /// lines shows what changed.
    ///
    /// - Throws: `EncodingError`, which no catalogue of a runtime gives rise to.
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
    /// What a decoder's error comes to.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as CatalogueError: self = error
        case DecodingError.keyNotFound(let key, let context):
            self = .unreadable("\(Self.place(context.codingPath))\(key.stringValue) is missing.")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self = .unreadable("\(Self.place(context.codingPath))\(context.debugDescription)")
        default: self = .unreadable(ErrorText(error).message)
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        let place = path.reduce("") { text, key in
            if let index = key.intValue { return text + "[\(index)]" }
            return text.isEmpty ? key.stringValue : text + "." + key.stringValue
        }
        return place.isEmpty ? "" : "at \(place): "
    }
}
