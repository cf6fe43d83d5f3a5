public import Foundation

extension CatalogueDifference {
    /// The changes as lines of text, breaking ones marked with `!`.
    ///
    /// One line if there are none.
    public var text: String {
        guard !isEmpty else { return "No differences.\n" }
        let lines = changes.map { "\($0.isBreaking ? "!" : " ") \(Self.plain($0.description))\n" }
        return lines.joined() + "\n\(summary)\n"
    }

    /// The changes as a document in GitHub's Markdown, breaking ones first.
    public var markdown: String {
        let title = "\(MarkdownText.escaped(Self.words(from))) to \(MarkdownText.escaped(Self.words(to)))"
        guard !isEmpty else { return "# \(title)\n\nNo differences.\n" }
        return "# \(title)\n\n\(summary)\n" + section("Breaking", changes.filter(\.isBreaking))
            + section("Not breaking", changes.filter { !$0.isBreaking })
    }

    /// Returns the changes as JSON in UTF-8: `from`, `to`, `isBreaking` and `changes`, as `docs/catalogue-format.md`
    /// describes it.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    private var summary: String {
        let counts = CatalogueChange.Kind.allCases.compactMap { kind in
            let count = changes.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind)"
        }
        let breaking = changes.count { $0.isBreaking }
        return "\(counts.joined(separator: ", ")); \(breaking == 0 ? "no breaking changes" : "\(breaking) breaking")."
    }

    private func section(_ title: String, _ changes: [CatalogueChange]) -> String {
        guard !changes.isEmpty else { return "" }
        var text = "\n## \(title)\n\n" + MarkdownText.head(["Kind", "Identity", "Change"])
        for change in changes {
            text += MarkdownText.row([
                change.subject.rawValue, MarkdownText.code(change.identity), MarkdownText.escaped(change.words),
            ])
        }
        return text
    }

    private static func words(_ program: CatalogueProgram) -> String {
        let build = program.build.isEmpty ? "" : "(\(program.build))"
        return [program.name, program.version, build].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns a change on one line, without terminal control characters.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(plain)
    }
}

extension CatalogueDifference: Codable {
    private enum CodingKeys: String, CodingKey { case format, from, to, isBreaking, changes }

    /// Decodes the difference.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(CatalogueProgram.self, forKey: .from)
        to = try container.decode(CatalogueProgram.self, forKey: .to)
        changes = try container.decode([CatalogueChange].self, forKey: .changes)
    }

    /// Encodes the difference.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Catalogue.currentFormat, forKey: .format)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(isBreaking, forKey: .isBreaking)
        try container.encode(changes, forKey: .changes)
    }
}
