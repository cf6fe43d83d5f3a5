/// Something that is different in two catalogues.
public struct CatalogueChange: Sendable, Hashable, Codable {
    /// What happened to it.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// It is only in the second.
        case added
        /// It is only in the first.
        case removed
        /// It is another path or identifier in the second, and the same otherwise.
        case renamed
        /// One of its properties differs.
        case changed
    }

    /// What it is.
    public enum Subject: String, Sendable, Hashable, CaseIterable, Codable {
        case feature, action, flag, requirement
    }

    /// What happened.
    public let kind: Kind
    /// What it happened to.
    public let subject: Subject
    /// Its path or key, in the second catalogue where it is there.
    public let identity: String
    /// Which of its properties differs: `input`, `default`; of what was renamed, `path`.
    public let property: String?
    /// What the property is in the first, as text.
    ///
    /// `nil` where it isn't there.
    public let old: String?
    /// What the property is in the second, as text.
    ///
    /// `nil` where it isn't there.
    public let new: String?
    /// Whether something that relied on the first can fail with the second: a link, a flag's definition, a dashboard, code.
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

    /// What happened, without what it happened to.
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
