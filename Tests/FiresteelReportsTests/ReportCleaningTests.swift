import Firesteel
import FiresteelReports
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@Suite("Cleaning reports")
struct ReportCleaningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func date(_ day: Int) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + Double(day) * 86_400) }

    @Test("Flint's fault: report folders are never removed", arguments: DebugReport.Format.allCases)
    func nothingStays(format: DebugReport.Format) async throws {
        let test = try makeBank()
        let written = try await DebugReport(test.runtime).write(format, to: folder.url)
        // No folder of the report's is left, only its file; and that goes when it is old.
        #expect(try folder.names == [written.url.lastPathComponent])
        let removed = try DebugReport.removeOld(in: folder.url, olderThan: 3_600, now: Date() + 7_200)
        #expect(removed == [written.url.lastPathComponent])
        #expect(try folder.names.isEmpty)
    }

    @Test("Reports that are too old or too many go, the newest stay")
    func oldAndMany() async throws {
        let test = try makeBank()
        var names: [String] = []
        for day in 0..<5 {
            let report = DebugReport(test.runtime, options: .init(sections: ["versions"]))
            names.append(try await report.write(.html, to: folder.url, date: Self.date(day)).url.lastPathComponent)
        }
        #expect(try folder.names == names)
        let now = Self.date(4) + 10
        #expect(try Set(DebugReport.removeOld(in: folder.url, olderThan: 2.5 * 86_400, now: now)) == Set(names[..<2]))
        #expect(try folder.names == Array(names[2...]))
        #expect(try DebugReport.removeOld(in: folder.url, olderThan: .infinity, keeping: 2, now: now) == [names[2]])
        #expect(try folder.names == Array(names[3...]))
        #expect(try DebugReport.removeOld(in: folder.url, olderThan: .infinity, keeping: 0, now: now).count == 2)
    }

    @Test("Other files and a report that is being written stay")
    func others() throws {
        let kept = [
            "notes.zip", "Bank-2026.report.zip", "Bank-20200101T000000.000Z-12.report.zip", ".report.partial",
            "keep.txt",
            "Bank-20200101T000000.000Z-abcd.report.zip.bak",
        ]
        for name in kept { try folder.make(name, age: 1e8) }
        let old = ".Bank-20200101T000000.000Z-abcd.report.zip.report.partial"
        let new = ".Bank-20200101T000000.000Z-abce.report.zip.report.partial"
        try folder.make(old, age: 2 * 86_400)
        try folder.make(new)
        #expect(try DebugReport.removeOld(in: folder.url, olderThan: 0, keeping: 0) == [old])
        #expect(try folder.names == (kept + [new]).sorted())
    }

    @Test("The remains of a killed program are removed with the next report, and a report of another one stays")
    func killed() async throws {
        let left = ".Bank-20200101T000000.000Z-abcd.report.zip.4711.report.partial"
        let written = ".Bank-20200101T000000.000Z-abce.report.zip.0.report.partial"
        let others = [".Bank-20200101T000000.000Z-abcf.report.zip.x.report.partial", ".Bank.zip.1.report.partial"]
        for name in [left, written] + others {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: false)
        }
        let descriptor = open(folder.file(written).path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let test = try makeBank()
        let report = DebugReport(test.runtime, options: .init(sections: ["versions"]))
        let name = try await report.write(.html, to: folder.url).url.lastPathComponent
        #expect(try folder.names == (others + [written, name]).sorted())
    }

    @Test("A folder that isn't there has no reports")
    func missing() throws {
        #expect(try DebugReport.removeOld(in: folder.url.appending(path: "none"), olderThan: 0) == [])
    }
}
