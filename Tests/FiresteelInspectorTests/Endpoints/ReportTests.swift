import Firesteel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("Reports on request", .timeLimit(.minutes(5)))
struct ReportTests {
    /// Writes the request into a file, after it was released.
    final class Reporter: InspectorReporter {
        let formats: [InspectorReportFormat]
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reports-\(UUID())")
        let gate = UUID().uuidString
        let fails: Bool
        let name: String
        let asked = Mutex<[InspectorReportRequest]>([])

        init(
            formats: [InspectorReportFormat] = InspectorReportFormat.allCases, fails: Bool = false,
            name: String = "Documents report.zip"
        ) {
            self.formats = formats
            self.fails = fails
            self.name = name
        }

        func makeReport(
            _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
        ) async throws -> URL {
            asked.withLock { $0.append(request) }
            progress(InspectorReportProgress(fraction: 0.5, step: "Collecting logs"))
            await Gate.shared.wait(gate)
            if fails { throw DiskFullError() }
            let file = folder.appendingPathComponent(UUID().uuidString).appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(repeating: 65, count: 200_000).write(to: file)
            return file
        }

        /// The reports that are left on the disk.
        var files: [String] {
            (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? [])
                .filter { $0.hasSuffix(name) }
        }
    }

    private func begin(_ bench: Bench, _ format: String = "zip") async throws -> PageData.ReportJob {
        let request = PageData.ReportRequest(format: format, userInitiatedOnly: true, crashedRun: false)
        return try await bench.client.send(
            "POST", "/api/reports", body: String(decoding: JSONEncoder().encode(request), as: UTF8.self)
        ).json()
    }

    private func end(_ bench: Bench, _ id: String) async throws -> PageData.ReportJob {
        var job: PageData.ReportJob?
        try await eventually {
            job = try await bench.client.get("reports/\(id)")
            return job?.state != "working"
        }
        return try #require(job)
    }

    @Test("A report is begun, followed, downloaded and removed")
    func downloads() async throws {
        let reporter = Reporter()
        defer { try? FileManager.default.removeItem(at: reporter.folder) }
        try await withInspector(set: { $0.reporter = reporter }) { bench in
            let options: PageData.ReportOptions = try await bench.client.get("reports")
            #expect(options == PageData.ReportOptions(possible: true, formats: ["zip", "html"]))
            let begun = try await begin(bench)
            try await eventually {
                try await bench.client.get("reports/\(begun.id)", PageData.ReportJob.self).fraction == 0.5
            }
            #expect(
                try await bench.client.get("reports/\(begun.id)", PageData.ReportJob.self).step == "Collecting logs")
            #expect(try await bench.client.send("GET", "/api/reports/\(begun.id)/file").status == 404)
            await Gate.shared.open(reporter.gate)
            let ready = try await end(bench, begun.id)
            #expect(ready.state == "ready" && ready.bytes == 200_000 && ready.name == "Documents report.zip")
            let file = try await bench.client.send("GET", "/api/reports/\(begun.id)/file")
            #expect(file.body == Array(repeating: 65, count: 200_000))
            #expect(file.field("content-type") == "application/zip")
            #expect(file.field("content-disposition") == #"attachment; filename="Documents report.zip""#)
            #expect(reporter.asked.withLock { $0 } == [InspectorReportRequest(format: .zip, userInitiatedOnly: true)])
            #expect(reporter.files.count == 1)
            #expect(try await bench.client.send("DELETE", "/api/reports/\(begun.id)").status == 204)
            #expect(reporter.files.isEmpty)
            #expect(try await bench.client.send("DELETE", "/api/reports/\(begun.id)").status == 404)
            #expect(try await bench.client.send("GET", "/api/reports/\(begun.id)/file").status == 404)
        }
    }

    @Test("One report is created at a time, and removed afterwards")
    func oneAtATime() async throws {
        let reporter = Reporter()
        defer { try? FileManager.default.removeItem(at: reporter.folder) }
        try await withInspector(set: { $0.reporter = reporter }) { bench in
            let first = try await begin(bench)
            await Gate.shared.open(reporter.gate)
            _ = try await end(bench, first.id)
            let second = try await begin(bench)
            #expect(try await bench.client.send("GET", "/api/reports/\(first.id)").status == 404)
            _ = try await end(bench, second.id)
            #expect(reporter.files.count == 1)
        }
        #expect(reporter.files.isEmpty)
    }

    @Test("A report that can't be created is an error with its reason")
    func fails() async throws {
        let reporter = Reporter(fails: true)
        await Gate.shared.open(reporter.gate)
        try await withInspector(set: { $0.reporter = reporter }) { bench in
            let job = try await end(bench, try await begin(bench).id)
            #expect(job.state == "failed" && job.problem == "The disk is full")
        }
    }

    @Test("A program without a reporter is an error, and so is an unsupported format")
    func refusals() async throws {
        try await withInspector { bench in
            let options: PageData.ReportOptions = try await bench.client.get("reports")
            #expect(options == PageData.ReportOptions(possible: false))
            let body = #"{"format": "zip", "userInitiatedOnly": false, "crashedRun": false}"#
            #expect(try await bench.client.send("POST", "/api/reports", body: body).status == 400)
        }
        try await withInspector(set: { $0.reporter = Reporter(formats: [.html]) }) { bench in
            let body = #"{"format": "zip", "userInitiatedOnly": false, "crashedRun": false}"#
            let refused = try await bench.client.send("POST", "/api/reports", body: body)
            #expect(refused.status == 400)
        }
    }

    @Test("The name of a file can't add header fields")
    func hostileName() async throws {
        let reporter = Reporter(name: "a\"\r\nX-Evil: 1 é.html")
        defer { try? FileManager.default.removeItem(at: reporter.folder) }
        await Gate.shared.open(reporter.gate)
        try await withInspector(set: { $0.reporter = reporter }) { bench in
            let job = try await end(bench, try await begin(bench).id)
            let file = try await bench.client.send("GET", "/api/reports/\(job.id)/file")
            #expect(file.field("x-evil") == nil)
            #expect(file.field("content-disposition") == #"attachment; filename="a---X-Evil: 1 -.html""#)
        }
    }
}
