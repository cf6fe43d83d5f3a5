import Firesteel

extension DocumentReference: Codable {
    private enum Key: String, CodingKey { case document }

    /// Decodes a name; `.md` is optional.
    ///
    /// - Throws: `ExternalInputError` if no folder is open, or a `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .document)
        // The action reports an invalid name.
        self.init((try? DocumentName(typed: text))?.path ?? text, in: try ServedFolder.store())
    }

    /// Encodes the name without the folder, whose path is personal.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .document)
    }
}

extension NewDocument: Decodable {
    private enum Key: String, CodingKey { case title, text }

    /// Decodes the title of a document, and its text; by default it is empty.
    ///
    /// - Throws: `ExternalInputError` if no folder is open, or a `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let title = try container.decode(String.self, forKey: .title)
        let text = try container.decodeIfPresent(String.self, forKey: .text)
        self.init(title, text: text ?? "", in: try ServedFolder.store())
    }
}
