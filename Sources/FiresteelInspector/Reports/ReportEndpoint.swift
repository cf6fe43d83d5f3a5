import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes

/// Reports: creation, download and removal.
struct ReportEndpoint: Sendable {
    let jobs: ReportJobs

    var routes: [Route] {
        [
            Route(.get, "reports") { _ in .json(options) },
            Route(.post, "reports") { call in try await begin(call.body(PageData.ReportRequest.self)) },
            Route(.get, "reports/{report}") { call in try await find(call.parameter("report")) },
            Route(.get, "reports/{report}/file") { call in try await file(of: call.parameter("report")) },
            Route(.delete, "reports/{report}") { call in
                guard await jobs.remove(call.parameter("report")) else { throw Self.unavailable }
                return ServerResponse(status: .noContent)
            },
        ]
    }

    private static let unavailable = HTTPProblem.notFound("This report is no longer available. Request it again.")

    private var options: PageData.ReportOptions {
        PageData.ReportOptions(
            possible: jobs.reporter != nil, formats: jobs.reporter?.formats.map(\.rawValue) ?? [])
    }

    private func begin(_ asked: PageData.ReportRequest) async throws -> ServerResponse {
        guard let reporter = jobs.reporter else {
            throw HTTPProblem.badRequest("This program has no reporter for the inspector.")
        }
        guard let format = InspectorReportFormat(rawValue: asked.format), reporter.formats.contains(format) else {
            let formats = reporter.formats.map(\.rawValue).joined(separator: " or ")
            throw HTTPProblem.badRequest("format must be \(formats).")
        }
        let request = InspectorReportRequest(
            format: format, userInitiatedOnly: asked.userInitiatedOnly, includesCrashedRun: asked.crashedRun)
        return .json(await jobs.begin(request, with: reporter))
    }

    private func find(_ id: String) async throws -> ServerResponse {
        guard let job = await jobs.find(id) else { throw Self.unavailable }
        return .json(job)
    }

    private func file(of id: String) async throws -> ServerResponse {
        guard let file = await jobs.file(of: id) else { throw Self.unavailable }
        // The name comes from the program; characters that a header can't contain are omitted.
        let name = String(
            file.lastPathComponent.unicodeScalars.map { scalar in
                scalar.isASCII && scalar.value > 31 && scalar.value != 127 && scalar != "\"" && scalar != "\\"
                    ? Character(scalar) : "-"
            })
        return ServerResponse(
            status: .ok,
            fields: [
                .contentType: name.hasSuffix(".zip") ? "application/zip" : "text/html; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ],
            body: .stream(try FileStream(file)))
    }
}

/// A file that is read piece by piece while it is sent.
actor FileStream: BodyStream {
    private let handle: FileHandle

    init(_ file: URL) throws { handle = try FileHandle(forReadingFrom: file) }

    func next() throws -> [UInt8]? {
        guard let piece = try handle.read(upToCount: 64 << 10), !piece.isEmpty else { return nil }
        return Array(piece)
    }

    func close() { try? handle.close() }
}
