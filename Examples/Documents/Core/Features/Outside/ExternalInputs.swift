import Firesteel

// The inputs of published actions, decoded from forms of the inspector and from links. A document is decoded as in
// `DocumentReference+Codable.swift`.

extension DocumentSearch: Decodable {
    private enum Key: String, CodingKey { case query }

    /// Decodes the words to search for.
    package init(from decoder: any Decoder) throws {
        let query = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .query)
        self.init(query, in: try ServedFolder.store())
    }
}

extension WrittenText: Decodable {
    private enum Key: String, CodingKey { case text, version }

    /// Decodes a document, its text, and the version that the text is based on; by default the version on disk.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let document = try DocumentReference(from: decoder)
        let text = try container.decode(String.self, forKey: .text)
        let version = try container.decodeIfPresent(String.self, forKey: .version)
        let madeFrom = version.flatMap { DocumentVersion($0) }
        guard version == nil || madeFrom != nil else {
            throw ExternalInputError(
                .invalid, parameter: "version", "The version is invalid. Leave it out to replace the document on disk.")
        }
        self.init(text, in: document, madeFrom: madeFrom, isFast: nil)
    }
}

extension NewName: Decodable {
    private enum Key: String, CodingKey { case newName }

    /// Decodes a document and its new name.
    package init(from decoder: any Decoder) throws {
        let document = try DocumentReference(from: decoder)
        self.init(try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .newName), of: document)
    }
}

extension ClosingDocument: Decodable {
    private enum Key: String, CodingKey { case discardsDraft }

    /// Decodes a document, and whether to discard its draft; by default it is retained.
    package init(from decoder: any Decoder) throws {
        let document = try DocumentReference(from: decoder)
        let discards = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .discardsDraft)
        self.init(document, discardsDraft: discards ?? false)
    }
}

extension DocumentText: Decodable {
    private enum Key: String, CodingKey { case text }

    /// Decodes the name of a document and a text, which need not be saved.
    package init(from decoder: any Decoder) throws {
        let document = try DocumentReference(from: decoder)
        self.init(try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text), of: document.path)
    }
}

extension MeasuredText: Decodable {
    private enum Key: String, CodingKey { case wordsPerMinute }

    /// Decodes a text, and a reading speed; by default the usual one.
    package init(from decoder: any Decoder) throws {
        let text = try DocumentText(from: decoder)
        let speed = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .wordsPerMinute)
        self.init(text, readingSpeed: speed ?? Self.usualReadingSpeed)
    }
}

extension FolderToImport: Decodable {
    private enum Key: String, CodingKey { case path }

    /// Decodes the absolute path of a folder.
    package init(from decoder: any Decoder) throws {
        let path = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .path)
        self.init(path, into: try ServedFolder.store())
    }
}

extension Switch: Decodable {
    private enum Key: String, CodingKey { case isOn = "on" }

    /// Decodes the choice.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: Key.self).decode(Bool.self, forKey: .isOn))
    }
}

extension PremiumChoice: Decodable {
    private enum Key: String, CodingKey { case isOn = "on" }

    /// Decodes the choice.
    package init(from decoder: any Decoder) throws {
        let isOn = try decoder.container(keyedBy: Key.self).decode(Bool.self, forKey: .isOn)
        self.init(isOn, in: try ServedFolder.purchases())
    }
}
