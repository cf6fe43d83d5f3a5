import Firesteel
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Imports flags from a file, as one change.
struct ImportFlags: ServerOperation {
    static let description = "Import flags from a file"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/imports", "importFlags",
        "Imports flags from a file into one environment, as one change; the format is detected",
        query: [
            .init(name: "environment", description: "The environment that gets the file's rules"),
            .init(
                name: "format", description: "The format, instead of the detected one",
                schema: Schema.word(ImportFormat.allCases.map(\.rawValue))),
            .init(
                name: "source", description: "The environment of the file, if it has several (Unleash, LaunchDarkly)"),
            .init(name: "id", description: "The identifier of the change"),
            .init(name: "reason", description: "The reason"),
            .init(name: "preview", description: "1 to write nothing"),
            .init(
                name: "exact",
                description: "1 to remove what an export lacks, or archive the flags that another file lacks"),
        ], request: ["type": "object"], response: "Import", bodyLimit: 8 << 20)
    let program, id: String
    let file: ImportFile
    let reason: String?
    let isPreview: Bool

    init(_ request: APIRequest) throws {
        let query = request.query
        program = request.parameter("program")
        id = query["id"] ?? Identifier.random()
        file = ImportFile(
            bytes: request.body, format: try query["format"].map(ImportFormat.named),
            environment: query["environment"] ?? "", source: query["source"], isExact: query["exact"] == "1")
        reason = query["reason"]
        isPreview = query["preview"] == "1"
    }

    func describe(to summary: inout InputSummary) {
        summary.add("Format", file.format?.rawValue ?? "detected")
        summary.add("Size", bytes: file.bytes.count)
    }

    private var fingerprint: ProposalFingerprint {
        ProposalFingerprint(
            [
                "import", file.format?.rawValue ?? "", file.environment, file.source ?? "",
                String(decoding: file.bytes, as: UTF8.self),
            ] + (file.isExact ? ["exact"] : []))
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let state = try await call.state(of: program)
        if !isPreview, let earlier = try await call.server.changes.earlierResult(of: id, fingerprint, in: program) {
            return try await json(nil, nil, earlier, call)
        }
        // A file of megabytes takes a while.
        let imported = try await Offload.run {
            Result { () throws(HTTPProblem) in try ImportedFlags(file, into: state, now: call.now) }
        }.get()
        guard !imported.edits.isEmpty else { return try await json(imported, nil, .unchanged, call) }
        let proposal = try call.proposal(
            id, imported.edits, reason, of: program, kind: .import, fingerprint: fingerprint)
        let preview = try await call.server.changes.preview(proposal, of: program)
        return try await json(imported, preview, isPreview ? nil : call.propose(proposal, of: program), call)
    }

    /// Returns what the import does, the parts of the file that are left out (errors) or differ afterwards (warnings), and
    /// its result.
    ///
    /// - Parameters:
    ///   - imported: The content of the file; `nil` if the same request was carried out before.
    ///   - preview: What it does; `nil` if the program has all flags already.
    ///   - result: Its result; `nil` for a preview.
    private func json(
        _ imported: ImportedFlags?, _ preview: ProposalPreview?, _ result: ProposalResult?, _ call: ServerCall
    ) async throws -> JSONValue {
        let segments = try await call.segmentNames(of: program)
        return [
            "format": imported.map { .string($0.format.rawValue) } ?? .null,
            "preview": preview?.json(naming: segments) ?? .null,
            "diagnostics": .array(imported?.diagnostics.map(\.json) ?? []),
            "result": result?.json(naming: segments) ?? .null,
        ]
    }
}

/// Exports flags and segments.
struct ExportFlags: ServerOperation, Decodable {
    static let description = "Export flags and segments"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/export", "exportFlags",
        "Exports all flags, targetings, segments and experiments as a file",
        response: "Export")
    let program: String

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        HTTPServerResponse(
            json: FlagFile(try await call.state(of: program)).json,
            fields: [.contentDisposition: "attachment; filename=\"\(program)-flags.json\""])
    }
}
