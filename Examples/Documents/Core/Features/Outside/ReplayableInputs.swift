import Firesteel

// What the timeline retains of inputs, so that a report becomes a test and a replay: names and choices, never texts or
// queries. They are decoded as the inputs of commands and links are.

extension DocumentReference: ReplayableInput {}

extension NewDocument: ReplayableInput {
    package static let hiddenKeys = ["text"]

    package func encode(to encoder: any Encoder) throws {
        try ReplayedFields(title: name, text: text).encode(to: encoder)
    }
}

extension WrittenText: ReplayableInput {
    package static let hiddenKeys = ["text"]

    /// Encodes the document alone: a replay replaces whatever version it has.
    package func encode(to encoder: any Encoder) throws {
        try ReplayedFields(document: document.path, text: text).encode(to: encoder)
    }
}

extension DocumentText: ReplayableInput {
    package static let hiddenKeys = ["text"]

    package func encode(to encoder: any Encoder) throws {
        try ReplayedFields(document: path, text: text).encode(to: encoder)
    }
}

extension NewName: ReplayableInput {
    package func encode(to encoder: any Encoder) throws {
        try ReplayedFields(document: document.path, newName: newName).encode(to: encoder)
    }
}

extension ClosingDocument: ReplayableInput {
    package func encode(to encoder: any Encoder) throws {
        try ReplayedFields(document: document.path, discardsDraft: discardsDraft).encode(to: encoder)
    }
}

extension DocumentSearch: ReplayableInput {
    package static let hiddenKeys = ["query"]

    package func encode(to encoder: any Encoder) throws { try ReplayedFields(query: query).encode(to: encoder) }
}

extension Switch: ReplayableInput {
    package func encode(to encoder: any Encoder) throws { try ReplayedFields(on: isOn).encode(to: encoder) }
}

/// The members of retained inputs.
///
/// Of the hidden ones the timeline has the types alone; other encoders would write them.
private struct ReplayedFields: Encodable {
    var document: String?
    var title: String?
    var text: String?
    var query: String?
    var newName: String?
    var discardsDraft: Bool?
    var on: Bool?
}
