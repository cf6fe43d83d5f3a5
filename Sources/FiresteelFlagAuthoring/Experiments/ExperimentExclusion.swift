package import FiresteelFlags

/// Sessions that don't count in a phase of an experiment, such as those with invented exposures.
///
/// As JSON, `{"phase": 1, "version": "9.9.9", "from": 1790000000000, "until": 1790003600000}`: sessions of the version that began in the
/// period. Without a version or an end, those of all versions, or all times.
package struct ExperimentExclusion: Sendable, Hashable {
    /// The number of the phase.
    package let phase: Int
    /// The version, or `nil` for all.
    package let version: String?
    /// The time from which sessions are left out, in milliseconds since 1970.
    package let from: Int?
    /// The time until which sessions are left out, in milliseconds since 1970.
    package let until: Int?

    /// Creates an exclusion.
    package init(phase: Int, version: String?, from: Int?, until: Int?) {
        self.phase = phase
        self.version = version
        self.from = from
        self.until = until
    }

    /// Whether a session doesn't count.
    package func contains(version: String, began: Int64) -> Bool {
        (self.version ?? version) == version && from.map { began >= Int64($0) } ?? true
            && until.map { began < Int64($0) } ?? true
    }

    /// The exclusion as JSON.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["phase": .int(phase)]
        members["version"] = version.map { .string($0) }
        members["from"] = from.map { .int($0) }
        members["until"] = until.map { .int($0) }
        return .object(members)
    }

    /// Reads an exclusion; `nil` for one that leaves out nothing, or everything.
    package init?(json value: JSONValue) {
        guard let read = try? DocumentReader.read({ ExperimentExclusion(value, LogicPath(), &$0) }) else { return nil }
        self = read
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        let noun = "The exclusion"
        guard var object = reader.object(value, path, "An exclusion") else { return nil }
        guard let phase = reader.integer("phase", in: &object, 1...1_000_000, noun) else { return nil }
        self.phase = phase
        version = reader.text("version", in: &object)
        let times = 0...100_000_000_000_000
        from = object.has("from") ? reader.integer("from", in: &object, times, noun) : nil
        until = object.has("until") ? reader.integer("until", in: &object, times, noun) : nil
        if let version { reader.checkLength(version, 1...FlagDocumentLimits.key, path.word("version")) }
        if version == nil, from == nil, until == nil {
            reader.report(
                path, "An exclusion needs a “version”, or times “from” and “until”. Otherwise nothing is left.")
        }
        if let from, let until, from >= until {
            reader.report(path.word("until"), "The end must be after the beginning.")
        }
    }

    /// The exclusion in a line.
    var line: String {
        let times = [from.map { "from \(Self.time($0))" }, until.map { "until \(Self.time($0))" }].compactMap { $0 }
        return (["phase \(phase)"] + (version.map { ["version \($0)"] } ?? []) + times).joined(separator: ", ")
    }

    private static func time(_ milliseconds: Int) -> String { DocumentTime.text(milliseconds / 1_000) }
}
