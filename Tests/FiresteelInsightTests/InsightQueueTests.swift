import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("The queue of messages")
struct InsightQueueTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let timeline = Timeline(.init(program: .init(name: "App", version: "1"), storage: .memory))

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(path: files.path + "/insight")
        try folder.giveConsent(timeline)
    }

    private func segment(_ number: Int, run: String = "r", padding: Int = 0) -> [UInt8] {
        RunSegment(
            run: run, number: number, program: .init(name: "App", version: "1"),
            system: String(repeating: "s", count: padding), started: 0, from: 0, until: 1, people: [.init()]
        ).json
    }

    @discardableResult
    private func add(
        _ number: Int, time: Int64? = nil, run: String = "r", kind: QueuedMessage.Kind = .segment, padding: Int = 0,
        limits: InsightLimits = InsightLimits()
    ) throws -> Bool {
        let bytes = segment(number, run: run, padding: padding)
        let message = QueuedMessage(
            time: time ?? Int64(number), run: run, kind: kind, number: number, until: UInt64(number), bytes: bytes.count
        )
        return try folder.add(message, bytes, limits: limits)
    }

    @Test("A message is stored once, also after a server has it")
    func once() throws {
        #expect(try add(1))
        #expect(try !add(1, time: 99))
        let message = try #require(folder.messages().first)
        #expect(folder.data(of: message).map { Array($0) } == segment(1))
        try folder.remove(message, nil)
        try folder.remove(message, nil)
        #expect(folder.messages().isEmpty && folder.status.sent == 1)
        #expect(try !add(1))
        #expect(try add(2))
        #expect(folder.progress(of: "r").segment == 2 && folder.progress(of: "r").until == 2)
    }

    @Test("Beyond the number or the size, the oldest are dropped and counted")
    func bounds() throws {
        for number in 1...5 { try add(number, limits: InsightLimits(messages: 3)) }
        #expect(folder.messages().map(\.number) == [3, 4, 5])
        #expect(folder.status.dropped == [.full: 2])
        for number in 6...9 { try add(number, padding: 400, limits: InsightLimits(bytes: 1_200)) }
        #expect(folder.messages().reduce(0) { $0 + $1.bytes } <= 1_200)
        #expect(folder.messages().last?.number == 9)
        let dropped = folder.status.droppedCount
        #expect(dropped + folder.messages().count == 9)
        // A message that is larger than the queue replaces none.
        let queued = folder.messages()
        #expect(try !add(10, padding: 500, limits: InsightLimits(bytes: 300)))
        #expect(folder.messages() == queued && folder.status.droppedCount == dropped + 1)
        #expect(try !add(10))
    }

    @Test("Segments are dropped before reports, also where these are older")
    func reportsLast() throws {
        let limits = InsightLimits(messages: 3)
        try add(1, run: "p", kind: .crash, limits: limits)
        for number in 1...4 { try add(number, time: Int64(10 + number), limits: limits) }
        #expect(folder.messages().map(\.kind) == [.crash, .segment, .segment])
        #expect(folder.messages().map(\.number) == [1, 3, 4])
        for number in 1...3 { try add(number, time: Int64(20 + number), run: "q", kind: .failure, limits: limits) }
        #expect(folder.messages().map(\.kind) == [.failure, .failure, .failure])
        #expect(folder.status.dropped == [.full: 5])
    }

    @Test("Messages are in the order of urgency, then of time")
    func order() throws {
        try add(1, time: 1)
        try add(2, time: 5, kind: .end)
        try add(1, time: 9, run: "q", kind: .crash)
        try add(1, time: 3, run: "p", kind: .request)
        try add(1, time: 4, run: "o", kind: .failure)
        #expect(folder.messages().map(\.kind) == [.crash, .end, .failure, .request, .segment])
    }

    @Test("Damaged files are set aside, named and counted")
    func damaged() throws {
        for number in 1...3 { try add(number) }
        let messages = folder.messages()
        try Data().write(to: URL(filePath: "\(folder.path)/queue/\(messages[0].id)"))
        try Data(segment(7)).write(to: URL(filePath: "\(folder.path)/queue/\(messages[1].id)"))
        try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/queue/stray"))
        for message in folder.messages() where folder.bytes(of: message).bytes == nil { try folder.setAside(message) }
        try folder.setStraysAside()
        #expect(folder.messages().map(\.number) == [3])
        #expect(folder.status.dropped == [.damaged: 3])
        #expect(folder.status.damaged == [messages[0].id, messages[1].id, "stray"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/damaged").count == 3)
        // The numbers aren't used again.
        #expect(try !add(1) && add(4))
        for number in 0..<50 {
            try Data().write(to: URL(filePath: "\(folder.path)/queue/more\(number)"))
            try folder.setStraysAside()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/damaged").count == 20)
    }

    @Test("A damaged status or progress is like a new one, and damaged bytes never trap")
    func damagedState() throws {
        try add(1)
        try folder.remove(try #require(folder.messages().first), .refused)
        for name in ["status.json", "runs/r.json", "identity.json", "consent.json"] {
            for bytes in [[], Array("{".utf8), Array(#"{"segment":-1,"since":"x","sent":1.5,"dropped":[]}"#.utf8)] {
                try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
                #expect(folder.status.sent == 0 && folder.progress(of: "r").segment <= 1)
            }
        }
        // An unreadable consent is none.
        #expect(!folder.hasConsent)
        #expect(throws: InsightQueueError.noConsent) { try add(2) }
    }

    @Test("Numbers of damaged files never trap")
    func damagedNumbers() throws {
        try add(1)
        try folder.remove(try #require(folder.messages().first), nil)
        for number in [Int.max, Int.min] {
            let dropped = #"{"full":\#(number),"refused":\#(number)}"#
            let status = #"{"sent":\#(number),"reported":\#(number),"dropped":\#(dropped)}"#
            try Data(status.utf8).write(to: URL(filePath: "\(folder.path)/status.json"))
            let progress = #"{"segment":\#(number),"report":\#(number),"until":\#(number),"failure":\#(number)}"#
            try Data(progress.utf8).write(to: URL(filePath: "\(folder.path)/runs/r.json"))
            #expect(folder.progress(of: "r").report == 0 && folder.status.droppedCount >= 0)
            #expect(try add(2))
            try folder.remove(try #require(folder.messages().first), .refused)
            #expect(folder.status.droppedCount > 0 && folder.progress(of: "r").segment == 2)
        }
        // A number that the name of a file can't have is dropped and counted.
        let dropped = folder.status.droppedCount
        #expect(try !add(1_000_001))
        #expect(folder.messages().isEmpty && folder.status.droppedCount == dropped + 1)
    }

    @Test("Only the progress of this folder's runs is deleted with them")
    func progressOfRuns() throws {
        let runs = RunFolder(path: files.path)
        let recorded = Timeline(.init(program: .init(name: "App", version: "1"), storage: .folder(runs.path)))
        for (run, place) in [("deleted", runs.path), ("elsewhere", "/other"), ("memory", ""), ("queued", runs.path)] {
            try folder.updateProgress(of: run) { progress in
                progress.segment = 3
                progress.folder = place
            }
        }
        try add(4, run: "queued")
        try InsightStore(folder, InsightOptions()).addEndedRuns(of: runs, except: recorded.runIdentifier)
        let left = ["deleted", "elsewhere", "memory", "queued"].map { folder.progress(of: $0).segment }
        #expect(left == [0, 3, 3, 4])
    }

    @Test("Without consent nothing is stored; withdrawing it deletes everything but the numbers")
    func consent() throws {
        for number in 1...3 { try add(number) }
        try folder.remove(folder.messages()[0], nil)
        try folder.withdrawConsent()
        #expect(!folder.hasConsent && folder.messages().isEmpty)
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["lock", "runs", "runs/r.json"])
        #expect(throws: InsightQueueError.noConsent) { try add(4) }
        try folder.giveConsent(timeline)
        #expect(try !add(3) && add(4))
        #expect(folder.status == InsightStatus())
    }

    @Test("A folder that was never used remains missing when the consent is withdrawn")
    func neverUsed() throws {
        let other = InsightFolder(path: files.path + "/other")
        try other.withdrawConsent()
        #expect(try files.names == ["insight"])
        #expect(other.messages().isEmpty && other.status == InsightStatus())
    }

    @Test("Many threads that store and remove lose no message and no count")
    func concurrent() async throws {
        await withTaskGroup { group in
            for run in 0..<4 {
                group.addTask { for number in 1...25 { _ = try? add(number, run: "run\(run)") } }
                group.addTask {
                    for _ in 0..<25 {
                        if let message = folder.messages().first(where: { $0.run == "run\(run)" }) {
                            try? folder.remove(message, nil)
                        }
                    }
                }
            }
        }
        #expect(folder.status.sent + folder.messages().count == 100)
        for run in 0..<4 { #expect(folder.progress(of: "run\(run)").segment == 25) }
    }
}
