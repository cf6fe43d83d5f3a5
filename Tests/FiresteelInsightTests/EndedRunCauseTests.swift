#if os(Linux)
import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Why a run ended", .timeLimit(.minutes(2)))
struct EndedRunCauseTests {
    private let files: TemporaryFolder
    private let runs: RunFolder
    private let folder: InsightFolder

    init() throws {
        files = try TemporaryFolder()
        runs = RunFolder(path: files.path)
        folder = InsightFolder(of: runs)
    }

    /// Does what each start of a program does.
    private func start() throws {
        try InsightStore(folder, InsightOptions()).addEndedRuns(of: runs, except: "")
    }

    private static let log = """
        *** Program crashed: Bad pointer dereference at 0x0000000000000010 ***

        Thread 0 crashed:

          0              0x0000560615cbd5ac End.perform(_:presenter:) + 683 in crasher at /data/jane/Sources/End.swift:25:7
          1 [ra]         0x0000560615cbd5b0 Vault.open(INPUT-SECRET-88) + 12 in /data/jane/bin/crasher
          2 [ra]         0x00007f5ae3cf9361 completeTaskWithClosure + 225 in libswift_Concurrency.so

        Registers:

        rax 0x0000000000000008  8
        """

    @Test("The report of a crash has the backtrace beside the run, without folders and secrets")
    func backtrace() throws {
        let child = try ChildProcess.run("InsightCrashChild", ["segmentation", files.path])
        let identifier = try #require(child.lines.first { $0.hasPrefix("R ") }.map { String($0.dropFirst(2)) })
        let process = try runs.open(identifier).header.process
        // As Swift's backtracer calls it, and that of another process.
        try files.write(Self.log, to: "crashes/crasher-\(process)-0.0.log")
        try files.write("Thread 0 crashed:\n\n0 0x1 other() + 1 in other\n", to: "crashes/other-\(process + 1)-0.0.log")
        try start()
        let report = try #require(try folder.reports().first { $0.kind == .crash })
        #expect(
            report.backtrace == [
                InsightReport.Frame(
                    function: "End.perform(_:presenter:)", file: "End.swift", line: 25, module: "crasher", isOwn: true),
                InsightReport.Frame(function: "Vault.open(\(Redaction.mark))", module: "crasher", isOwn: true),
                InsightReport.Frame(
                    function: "completeTaskWithClosure", module: "libswift_Concurrency.so", isOwn: false),
            ])
        #expect(report.fatal?.message == "Bad pointer dereference at 0x0000000000000010")
        #expect(report.end == RunSegment.End(.signal, signal: "SIGSEGV"))
        // The events of the run have it as well.
        let ending = try #require(report.timeline.lines.first { $0.contains("\"kind\":\"ending\"") })
        #expect(ending.contains("\"End.swift\"") && ending.contains("Vault.open(\(Redaction.mark))"))
        let text = String(decoding: report.json, as: UTF8.self)
        for secret in ["INPUT-SECRET-88", "/data/jane", "data\\/jane"] {
            #expect(!text.contains(secret), "\(secret) is in \(text)")
        }
    }

    @Test(
        "A program that SIGTERM ends isn't reported, whether it handles the signal or not",
        arguments: [
            ("stop", nil, RunSegment.End(.orderly)),
            ("endless", SIGTERM, RunSegment.End(.orderly, signal: "SIGTERM")),
        ] as [(String, Int32?, RunSegment.End)])
    func termination(mode: String, signal: Int32?, end: RunSegment.End) throws {
        let child = try ChildProcess.run("InsightCrashChild", [mode, files.path], killAfter: (300, SIGTERM))
        #expect(child.signal == signal && child.status == 0)
        try start()
        #expect(try folder.reports() == [])
        let segments = try folder.segments()
        #expect(segments.last?.end == end && segments.dropLast().allSatisfy { $0.end == nil })
        let counted = segments.flatMap(\.people).flatMap(\.actions).reduce(0) { $0 + $1.successes }
        let acknowledged = child.lines.count { $0.hasPrefix("C ") }
        // The last perform may have completed without being acknowledged.
        #expect(counted == acknowledged || mode == "endless" && counted == acknowledged + 1)
    }

    @Test("A run that ended with the machine has its last segment, and no report")
    func restarted() throws {
        try folder.giveConsent(Timeline(.init(program: .init(name: "App", version: "1"), storage: .memory)))
        // Another start of the machine is compared by the wall clock: the run begins after the consent.
        let wall = UInt64(Date(timeIntervalSinceNow: 1).timeIntervalSince1970 * 1_000_000) * 1_000
        let other = try TemporaryFolder()
        let program = RecordedProgram(
            storage: .folder(other.path), clock: ManualTimelineClock(wallNanoseconds: wall))
        program.perform()
        program.begin()
        let name = program.timeline.runIdentifier + ".run"
        var bytes = try other.bytes(of: name)
        Self.moveToOtherBoot(&bytes)
        try files.write(bytes, to: name)
        #expect(try runs.open(program.timeline.runIdentifier).end == .machineRestarted)
        for _ in 0..<2 {
            try start()
            #expect(folder.messages().map(\.kind) == [.segment])
        }
        let segment = try #require(try folder.segments().first)
        #expect(segment.run == program.timeline.runIdentifier && segment.end == RunSegment.End(.restarted))
        let action = try #require(segment.people.first?.actions.first)
        #expect(action.successes == 1 && action.interruptions == 1)
    }

    /// Changes the start of the machine in the header of a run, and its checksum, a CRC-32C.
    ///
    /// `docs/journal-format.md`, "Header", has the places.
    private static func moveToOtherBoot(_ bytes: inout [UInt8]) {
        bytes[72] ^= 0xFF
        var checksum = UInt32.max
        for byte in bytes[..<1_020] {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0x82F6_3B78 : 0) }
        }
        checksum = ~checksum
        for index in 0..<4 { bytes[1_020 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index))) }
    }
}
#endif
