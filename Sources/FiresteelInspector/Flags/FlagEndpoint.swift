import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// The flags: their values, overrides and explanations.
struct FlagEndpoint: Sendable {
    /// The maximum number of overrides in one request.
    static let maximumChanges = 1_000
    /// The longest key and targeting key, in bytes of UTF-8.
    static let longestText = 1_024

    let runtime: FeatureRuntime
    let timelines: Timelines

    private var reader: FlagReader { FlagReader(runtime: runtime) }

    var routes: [Route] {
        [
            Route(.get, "flags") { call in .json(try list(call.query)) },
            Route(.get, "flags/one") { call in .json(try detail(of: call.query.text("key"))) },
            Route(.get, "flags/sessions") { call in .json(try await sessions(call.query)) },
            Route(.get, "flags/snapshot") { _ in snapshot() },
            Route(.post, "flags/override") { call in try set(call.body(PageData.FlagOverrideChange.self)) },
            Route(.post, "flags/overrides") { call in try set(call.body(PageData.FlagOverrideChanges.self)) },
            Route(.delete, "flags/overrides") { _ in try restoreAll() },
            Route(.post, "flags/explain") { call in try explain(call.body(PageData.FlagQuestion.self)) },
        ]
    }

    // MARK: Reading

    private func list(_ query: QueryParameters) throws(HTTPProblem) -> PageData.Flags {
        guard let identifier = try query.number("session", in: 1...UInt32.max) else { return reader.list() }
        return FlagSessionReader(runtime: runtime).list(reader.list(), in: try Self.session(identifier, in: runtime))
    }

    private func detail(of key: String?) throws(HTTPProblem) -> PageData.FlagDetail {
        guard let key else { throw .badRequest("key must be the key of a flag.") }
        guard let detail = reader.detail(of: key) else { throw .notFound("There is no flag \(key).") }
        return detail
    }

    private func sessions(_ query: QueryParameters) async throws -> PageData.FlagSessions {
        let filter = FlagSessionReader.Filter(
            text: TextNeedle(query.text("text")), value: query.text("value"),
            limit: try query.number("limit", in: 0...200) ?? 50)
        let reader = FlagSessionReader(runtime: runtime)
        guard let key = query.text("key") else { return reader.list(filter) }
        let timeline = await timelines.live
        await timeline?.refresh()
        guard let sessions = await reader.sessions(of: key, filter, timeline) else {
            throw HTTPProblem.notFound("There is no flag \(key).")
        }
        return sessions
    }

    private func explain(_ question: PageData.FlagQuestion) throws(HTTPProblem) -> ServerResponse {
        try Self.requireShort(question.targetingKey ?? "", "targetingKey")
        var context = EvaluationContext(targetingKey: question.targetingKey)
        if let text = question.attributes {
            guard case .object(let attributes) = try FlagText.read(text, as: "attributes") else {
                throw .badRequest("attributes must be a JSON object, which begins with “{”.")
            }
            context.attributes = attributes
        }
        if let identifier = question.session {
            guard question.targetingKey == nil, question.attributes == nil else {
                throw .badRequest("session can't be combined with targetingKey and attributes.")
            }
            context = try Self.session(identifier, in: runtime).context ?? runtime.flags.context
        }
        guard let explained = reader.explain(question.key, in: context) else {
            throw .notFound("There is no flag \(question.key).")
        }
        return .json(explained)
    }

    private static func session(_ identifier: UInt32, in runtime: FeatureRuntime) throws(HTTPProblem) -> FlagSession {
        guard let session = runtime.flagSession(identifier) else {
            throw .notFound("Session \(identifier) is closed. Select another one.")
        }
        return session
    }

    /// Returns the values of all flags as a file, for a bug report or to be compared.
    private func snapshot() -> ServerResponse {
        let run = runtime.timeline.map { "\($0.runIdentifier)-" } ?? ""
        return ServerResponse(
            status: .ok,
            fields: [
                .contentType: "application/json; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(run)flags.json\"",
            ],
            body: .bytes(FlagText.write(runtime.flags.snapshot())))
    }

    // MARK: Overrides

    private func set(_ change: PageData.FlagOverrideChange) throws -> ServerResponse {
        try Self.requireShort(change.key, "key")
        let value = try change.value.map { text throws(HTTPProblem) in try FlagText.read(text, as: "value") }
        guard value == nil || runtime.flags.description(of: change.key) != nil else {
            throw HTTPProblem.notFound("No flag \(change.key) is declared.")
        }
        let problem = try apply(value, to: change.key, isStored: change.stored)
        guard var detail = reader.detail(of: change.key) else {
            // The override was the only source of the key.
            throw HTTPProblem.notFound("The flag \(change.key) no longer exists.")
        }
        detail.more.problem = problem
        return .json(detail)
    }

    /// Sets an override.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the override.
    ///   - key: The flag's key.
    ///   - isStored: Whether it is stored for later runs; `nil` if that remains as it is. A new override is stored then.
    /// - Returns: The error if it applies, but couldn't be stored on disk.
    func apply(_ value: JSONValue?, to key: String, isStored: Bool? = nil) throws(HTTPProblem) -> String? {
        do {
            let isStored = isStored ?? (reader.override(of: key) == nil || reader.isStored(key) != false)
            try runtime.flags.setOverride(value, for: key, isStored: isStored)
            return nil
        } catch {
            let words = (error as? FlagError)?.message ?? "\(error)"
            guard runtime.flags.overrides != nil, reader.override(of: key) == value else {
                throw .badRequest(refusal(of: value, for: key) ?? words)
            }
            return words
        }
    }

    /// Returns the reason why a flag's declaration rejects a value.
    private func refusal(of value: JSONValue?, for key: String) -> String? {
        guard runtime.flags.overrides != nil, let value, let flag = runtime.flags.description(of: key) else {
            return nil
        }
        let text = value.json()
        let shown = text.count > 60 ? "\(text.prefix(60))…" : text
        guard let allowed = flag.allowedValues, flag.type != .bool else {
            return "\(key) has the type \(flag.valueTypeName), but \(shown) doesn't."
        }
        return "\(key) can only be one of \(allowed.map { $0.json() }.joined(separator: ", ")), not \(shown)."
    }

    /// Sets several overrides, or none if one of them can't be set.
    private func set(_ changes: PageData.FlagOverrideChanges) throws -> ServerResponse {
        guard changes.values.count <= Self.maximumChanges else {
            throw HTTPProblem.badRequest("values can have at most \(Self.maximumChanges) flags.")
        }
        var values: [(key: String, value: JSONValue)] = []
        for (key, text) in changes.values.sorted(by: { $0.key < $1.key }) {
            try Self.requireShort(key, "key")
            values.append((key, try FlagText.read(text, as: key)))
        }
        var before: [(key: String, value: JSONValue?, isStored: Bool?)] = []
        let unstored = Set(changes.unstored ?? [])
        for (key, value) in values {
            let old = (key: key, value: reader.override(of: key), isStored: reader.isStored(key))
            do {
                // An error of storing it on disk is part of the provider's status.
                _ = try apply(value, to: key, isStored: !unstored.contains(key))
                before.append(old)
            } catch {
                for old in before.reversed() { _ = try apply(old.value, to: old.key, isStored: old.isStored) }
                throw HTTPProblem.badRequest("No override was set. \(key): \(error.message)")
            }
        }
        return .json(reader.list())
    }

    private func restoreAll() throws -> ServerResponse {
        let removed = reader.overrides()
        let unstored = runtime.flags.storedOverrides.map { stored in
            removed.keys.filter { !stored.contains($0) }.sorted()
        }
        do {
            try runtime.flags.removeOverrides()
        } catch {
            // An error of storing it on disk is part of the provider's status.
            guard runtime.flags.overrides != nil, reader.overrides().isEmpty else {
                throw HTTPProblem.badRequest((error as? FlagError)?.message ?? "\(error)")
            }
        }
        return .json(PageData.FlagsRestored(removed: removed, unstored: unstored ?? [], flags: reader.list()))
    }

    private static func requireShort(_ text: String, _ name: String) throws(HTTPProblem) {
        guard text.utf8.count <= longestText else {
            throw .badRequest("\(name) can have at most \(longestText) bytes.")
        }
    }
}
