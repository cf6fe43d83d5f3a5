import FiresteelPostHog
import FiresteelRemote
import Foundation
import HTTPTesting
import Testing

@Suite("What is left of events when a program comes to a bad end", .serialized)
struct CrashTests {
    @Test("Killed at whatever moment, again and again, everything that was queued arrives, each as one event")
    func kills() async throws {
        let fixture = try Fixture()
        let seen = Batches()
        let server = try TestServer { request in
            guard let batch = request.batch else { return [.answer(400)] }
            seen.add(batch)
            // A failure now and then, after it got the events all the same.
            return batch.contains { ($0.properties.n ?? 0) % 97 == 0 }
                ? [.answer(Bool.random() ? 200 : 503)] : [.answer(200)]
        }
        let rounds = ProcessInfo.processInfo.environment["FIRESTEEL_SOAK"] == "1" ? 200 : 20
        var queued: Set<Int> = []
        var next = 0
        var allowed: Set<Int> = []
        for _ in 0..<rounds {
            let child = try Child.run(
                "endless", fixture.folder.path, server.url.absoluteString, "\(next)",
                killAfter: Int.random(in: 1...6_000))
            let numbers = child.lines.compactMap { Int($0) }
            #expect(child.signal == SIGKILL)
            let faults = child.lines.filter { Int($0) == nil }
            #expect(faults.allSatisfy { $0.contains("status 503") }, "\(faults)")
            queued.formUnion(numbers)
            next = (numbers.last ?? next - 1) + 2
            // One more may have been queued and not said.
            allowed.formUnion(numbers + [next - 1])
        }
        #expect(queued.count > rounds)
        let provider = fixture.provider(to: server.url)
        await provider.flushAll()
        #expect(fixture.faults.allSatisfy { $0.contains("status 503") }, "\(fixture.faults)")
        #expect(provider.status.damaged == 0)

        let events = Set(seen.all.joined())
        let numbers = Set(events.compactMap(\.properties.n))
        #expect(queued.subtracting(numbers) == [])
        #expect(numbers.subtracting(allowed) == [])
        // Sent twice or not, each is one event with one identifier.
        #expect(events.count == numbers.count)
        #expect(Set(events.map(\.uuid)).count == numbers.count)
        #expect(fixture.segments == [])
    }

    @Test("On a disk that is full events are kept in memory within the bound, sent, and that is told once")
    func fullDisk() async throws {
        let fixture = try Fixture()
        let seen = Batches()
        let server = try TestServer { request in
            guard let batch = request.batch else { return [.answer(400)] }
            seen.add(batch)
            return [.answer(200)]
        }
        let child = try Child.run(
            "full", fixture.folder.path, server.url.absoluteString, "120", mount: "size=64k")
        #expect(
            child.lines.filter { $0.hasPrefix("F ") && $0.contains("can't be written") }.count == 1, "\(child.lines)")
        #expect(child.lines.contains("D 0") && child.lines.contains("S 120"), "\(child.lines)")
        #expect(Set(seen.all.joined().compactMap(\.properties.n)) == Set(0..<120))
        #expect(Set(seen.all.joined()).count == 120)
    }
}

/// A run of `AnalyticsCrashChild`.
struct Child {
    /// What it said on standard output, line by line; a line that wasn't finished is left out.
    let lines: [String]
    /// The signal that ended it, or nil.
    let signal: Int32?

    /// Runs it to its end.
    /// - Parameters:
    ///   - killAfter: After so many bytes of output it is killed.
    ///   - mount: Where the folder lies on a file system of its own, with these options; needs the right to make one.
    static func run(_ arguments: String..., killAfter: Int? = nil, mount: String? = nil) throws -> Child {
        let process = Process()
        if let mount {
            process.executableURL = URL(filePath: "/bin/sh")
            let script = "mount -t tmpfs -o \(mount) tmpfs \"$2\" && exec \"$0\" \"$@\""
            process.arguments =
                ["-c", "exec unshare -rm sh -c '\(script)' \"$@\"", "sh", executable.path] + arguments
        } else {
            process.executableURL = executable
            process.arguments = arguments
        }
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        var bytes = Data()
        var isKilled = false
        while case let part = output.fileHandleForReading.availableData, !part.isEmpty {
            bytes.append(part)
            if let killAfter, !isKilled, bytes.count >= killAfter {
                isKilled = true
                kill(process.processIdentifier, SIGKILL)
            }
        }
        process.waitUntilExit()
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        lines.removeLast()
        return Child(
            lines: lines, signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil)
    }

    /// Products lie beside the test bundle.
    private static var executable: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder.appending(path: "AnalyticsCrashChild")
    }
}
