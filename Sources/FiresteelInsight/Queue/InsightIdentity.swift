import FiresteelBase

/// The random identifier of an installation, and the secret of its pseudonyms.
///
/// Both are created with the consent, and deleted when it is withdrawn.
struct InsightIdentity: Equatable {
    let key: [UInt8]
    let person: String

    static func path(in folder: InsightFolder) -> String { folder.path + "/identity.json" }

    /// Returns the stored identity, or a new one.
    static func load(in folder: InsightFolder) throws(InsightQueueError) -> InsightIdentity {
        try folder.locked { () throws(InsightQueueError) in
            guard folder.hasConsent else { throw .noConsent }
            if case .object(let members)? = folder.read(path(in: folder)), case .string(let key)? = members["key"],
                case .string(let person)? = members["person"], key.utf8.count >= 32, !person.isEmpty
            {
                return InsightIdentity(key: Array(key.utf8), person: person)
            }
            return try create(in: folder)
        }
    }

    /// Replaces the identity: what is counted afterwards belongs to another person.
    ///
    /// Recorders notice it at their next read.
    static func reset(in folder: InsightFolder) throws(InsightQueueError) {
        try folder.locked { () throws(InsightQueueError) in
            guard folder.hasConsent else { return }
            _ = try create(in: folder)
        }
    }

    private static func create(in folder: InsightFolder) throws(InsightQueueError) -> InsightIdentity {
        let key = random(64), person = random(32)
        try folder.write(["key": .string(key), "person": .string(person)], to: path(in: folder), isSynchronized: true)
        return InsightIdentity(key: Array(key.utf8), person: person)
    }

    private static func random(_ digits: Int) -> String {
        Hexadecimal.text((0..<(digits / 2)).map { _ in UInt8.random(in: 0...255) })
    }
}

extension InsightFolder {
    /// Replaces the random identifier of the installation.
    package func resetIdentifier() throws(InsightQueueError) { try InsightIdentity.reset(in: self) }
}
