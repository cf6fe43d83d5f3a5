import Firesteel

extension DocumentReference: Codable {
    private enum Key: String, CodingKey { case document }

    /// Reads a name as people write it in links: `.md` may be left out.
    ///
    /// - Throws: `ExternalInputError` where no folder is open, and what the decoder says.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .document)
        // A name that can't be one stays as it is, and the action says what is wrong with it.
        self.init((try? DocumentName(typed: text))?.path ?? text, in: try ServedFolder.store())
    }

    /// Writes the name alone: where the folder is, is nobody's business.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .document)
    }
}

extension NewDocument: Decodable {
    private enum Key: String, CodingKey { case title }

    /// An empty document with the title that a link gives it.
    ///
    /// - Throws: `ExternalInputError` where no folder is open, and what the decoder says.
    package init(from decoder: any Decoder) throws {
        let title = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .title)
        self.init(title, in: try ServedFolder.store())
    }
}
