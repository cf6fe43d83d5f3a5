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
    private enum Key: String, CodingKey { case title }

    /// Decodes the title of an empty document.
    ///
    /// - Throws: `ExternalInputError` if no folder is open, or a `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let title = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .title)
        self.init(title, in: try ServedFolder.store())
    }
}
