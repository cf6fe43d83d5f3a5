import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Timelines after an abnormal end of a program")
struct CrashTests {
    static var kills: Int { Soak.isOn ? 1_000 : 100 }

    @Test(
        "Every acknowledged event is recorded and none is invented, however the process is killed",
        arguments: [Child.Program.recording, .performing])
    func kills(_ program: Child.Program) throws {
        var events = 0
        for kill in 0..<Self.kills {
            let folder = try TemporaryFolder()
            let child: ChildProcess
            switch kill % 4 {
            case 0, 1:
                // Lines have about 20 to 180 bytes: from the first few to some thousands of events.
                let bytes = Int.random(in: 1...(kill % 8 < 4 ? 5_000 : 500_000))
                child = try Child.run(
                    kill % 4 == 0 ? "endless" : "plain", of: program, folder: folder.path,
                    killAfter: (bytes, kill % 4 == 0 ? SIGKILL : SIGSEGV))
            case 2:
                child = try Child.run("fatal", of: program, folder: folder.path, number: .random(in: 1...3_000))
            default:
                child = try Child.run("segmentation", of: program, folder: folder.path, number: .random(in: 1...3_000))
            }
            #expect(child.signal != nil)
            events += try check(child, folder)
        }
        #expect(events > Self.kills * 10)
    }

    /// Compares what the child acknowledged with what its run says, and returns how many events that was.
    private func check(_ child: ChildProcess, _ folder: TemporaryFolder) throws -> Int {
        let run = try RunFolder(path: folder.path).open(#require(RunFolder(path: folder.path).runs().first).id)
        var begins: [UInt64: String] = [:]
        var completions: Set<UInt64> = []
        var registered = 0
        let condition = run.forEachEvent { event in
            switch event.kind {
            case .begin: begins[event.perform] = event.text
            case .completion: completions.insert(event.perform)
            // A program that performs opens sessions and stacks by that.
            case .sessionOpened, .stackOpened: break
            // Its one conditional feature is known to be unavailable from the start.
            case .availabilityChanged where begins.isEmpty: registered += 1
            default: Issue.record("An event was invented: \(event)")
            }
            return true
        }
        #expect(condition.lost == 0 && condition.damaged == 0)
        #expect(registered <= 1)
        // Checks hundreds of thousands of events, without a single error.
        var last = [-1, -1]
        var missing: [String] = []
        for line in child.lines {
            let words = line.split(separator: " ")
            guard words.count > 1, let perform = UInt64(words[1]) else {
                missing.append(line)
                continue
            }
            if words[0] == "B" {
                let input = words.last ?? ""
                if begins[perform] != String(input) { missing.append(line) }
                if let (thread, index) = Self.place(of: input.utf8) { last[thread] = index }
            } else if !completions.contains(perform) {
                missing.append(line)
            }
        }
        #expect(missing.isEmpty, "Of \(child.lines.count) acknowledged events")
        Soak.add(
            Soak.Counts(
                rounds: 1, kills: child.signal == nil ? 0 : 1, acknowledged: child.lines.count,
                found: child.lines.count - missing.count), to: "timeline")
        // Beyond what was acknowledged, each thread may have recorded one perform more, and it reads as it should.
        let invented = begins.filter { perform, input in
            guard let (thread, index) = Self.place(of: input.utf8[...]), index <= last[thread] + 1 else { return true }
            return !Self.isFilled(input.utf8, index % 150) || (index < last[thread] && !completions.contains(perform))
        }
        #expect(invented.isEmpty)
        #expect(completions.isSubset(of: begins.keys))
        // At most one perform of each thread was in flight.
        let inFlight = run.inFlight()
        #expect(inFlight.count <= 2)
        #expect(inFlight.allSatisfy { begins[$0.id] != nil && !completions.contains($0.id) })
        return child.lines.count
    }

    /// The thread and the number that an input begins with, such as `1-27`.
    private static func place(of input: Substring.UTF8View) -> (thread: Int, index: Int)? {
        let parts = input.prefix { $0 != UInt8(ascii: "x") }.split(separator: UInt8(ascii: "-"))
        guard parts.count == 2, let thread = Int(Substring(parts[0])), let index = Int(Substring(parts[1])), thread < 2
        else { return nil }
        return (thread, index)
    }

    /// Whether an input has so many `x` behind its numbers, and nothing else.
    private static func isFilled(_ input: String.UTF8View, _ count: Int) -> Bool {
        let rest = input.drop { $0 != UInt8(ascii: "x") }
        return rest.count == count && rest.allSatisfy { $0 == UInt8(ascii: "x") }
    }
}

@Suite("How a run ended")
struct RunEndTests {
    private func end(_ folder: TemporaryFolder) throws -> RunEnd {
        try #require(RunFolder(path: folder.path).runs().first).state.get().end
    }

    @Test("Orderly, by ending the timeline")
    func ended() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("end", folder: folder.path)
        #expect(child.signal == SIGKILL)
        guard case .orderly = try end(folder) else {
            Issue.record("The run ended otherwise.")
            return
        }
    }

    @Test("Orderly, by exiting")
    func exited() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("exit", folder: folder.path)
        #expect(child.signal == nil && child.status == 0)
        let end = try end(folder)
        #expect(end.identifier == "orderly" && !end.isCrash)
    }

    @Test("Orderly, by exiting while another thread opens and closes runs", arguments: 0..<8)
    func exitedWhileClosing(turn: Int) throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("churn", folder: folder.path, number: 20 + turn)
        #expect(child.signal == nil && child.status == 0)
        // The other thread may have been about to make a file, and has one perform in each.
        let runs = try RunFolder(path: folder.path).runs().compactMap { try? Run(path: $0.path) }
        let run = runs.first { $0.performs().count == 20 + turn }
        #expect(try #require(run).end.identifier == "orderly")
    }

    @Test(
        "By a signal, which is recorded and still ends the process as usual",
        arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGTERM])
    func signaled(number: Int32) throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("raise", folder: folder.path, number: Int(number))
        #expect(child.signal == number)
        guard case .signal(let signal, let time) = try end(folder) else {
            Issue.record("The run ended otherwise.")
            return
        }
        #expect(signal.rawValue == number)
        let run = try RunFolder(path: folder.path).open(#require(RunFolder(path: folder.path).runs().first).id)
        #expect(time >= run.header.startMonotonic)
        let counts = run.counts()
        #expect(counts.inFlight.count == 1 && counts.lastTime == time)
    }

    @Test("The handler that was there before is called")
    func chained() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("chain", folder: folder.path)
        #expect(child.lines.last == "previous handler")
        #expect(child.status == 42 && child.signal == nil)
        #expect(try end(folder).identifier == "signal")
    }

    @Test("A signal that is survived is not how the run ended", arguments: ["survive", "restore"])
    func survived(mode: String) throws {
        let folder = try TemporaryFolder()
        let child = try Child.run(mode, folder: folder.path, killAfter: (20, SIGKILL))
        #expect(child.lines.first == "survived")
        #expect(try end(folder) == .endedWithoutCause)
    }

    @Test("It is running while it is being recorded, and ended without a recorded cause when it was killed")
    func running() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("plain", folder: folder.path, killAfter: (1, SIGKILL)) { _ throws in
            let now = try end(folder)
            #expect(now == .running)
        }
        #expect(child.signal == SIGKILL)
        #expect(try end(folder) == .endedWithoutCause)
    }

    @Test("The machine has been restarted since")
    func restarted() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        recorder.perform()
        let name = recorder.timeline.runIdentifier + ".run"
        // As after another start of the machine, with no process recording to it.
        var bytes = try folder.bytes(of: name)
        bytes[HeaderField.boot] ^= 0xFF
        FileDamage.seal(&bytes)
        let other = try TemporaryFolder()
        try other.write(bytes, to: name)
        #expect(try end(other) == .machineRestarted)
    }
}
