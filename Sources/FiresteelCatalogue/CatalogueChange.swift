/// A difference between two catalogues.
public struct CatalogueChange: Sendable, Hashable, Codable {
    /// The kind of a change.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// An item is only in the second catalogue.
        case added
        /// An item is only in the first catalogue.
        case removed
        /// An item has another path or identifier in the second catalogue, and is otherwise equal.
        case renamed
        /// A property differs.
        case changed
    }

    /// The kind of an item.
    public enum Subject: String, Sendable, Hashable, CaseIterable, Codable {
        case feature, action, flag, requirement
    }

    /// The kind of the change.
    public let kind: Kind
    /// The kind of the changed item.
    public let subject: Subject
    /// The path or key, in the second catalogue if the item exists there.
    public let identity: String
    /// The property that differs: `input`, `default`; for a renamed item, `path`.
    public let property: String?
    /// The value of the property in the first catalogue, as text.
    ///
    /// `nil` if it is missing.
    public let old: String?
    /// The value of the property in the second catalogue, as text.
    ///
    /// `nil` if it is missing.
    public let new: String?
    /// Whether dependents of the first catalogue can fail with the second: links, flag definitions, dashboards or code.
    public let isBreaking: Bool

    init(
        _ kind: Kind, _ subject: Subject, _ identity: String, property: String? = nil, from old: String? = nil,
        to new: String? = nil, isBreaking: Bool
    ) {
        self.kind = kind
        self.subject = subject
        self.identity = identity
        self.property = property
        self.old = old
        self.new = new
        self.isBreaking = isBreaking
    }
}

extension CatalogueChange: CustomStringConvertible {
    /// The change as a sentence: `action App/#Open: input changed from "Name" to "Reference"`.
    public var description: String { "\(subject) \(identity): \(words)" }

    /// The change, without the item.
    var words: String {
        switch kind {
        case .added: "added"
        case .removed: "removed"
        case .renamed: "renamed, was \(old ?? "")"
        case .changed: propertyWords
        }
    }

    private var propertyWords: String {
        let name = property ?? "something"
        return switch (old, new) {
        case (let old?, let new?): "\(name) changed from \"\(old)\" to \"\(new)\""
        case (nil, let new?): "\(name) added: \"\(new)\""
        case (let old?, nil): "\(name) removed, was \"\(old)\""
        case (nil, nil): "\(name) changed"
        }
    }
}
