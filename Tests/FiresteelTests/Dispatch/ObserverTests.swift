import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Synchronization
import Testing

@Suite("Observers")
struct ObserverTests {
    @Test("An observer receives every begin and completion, in order")
    func order() async throws {
        let test = try TestRuntime(SampleApp.self)
        let heard = Heard()
        let subscription = test.runtime.observe { heard.add($0) }
        await test.runtime.use {
            await Editing.rename.perform(Title(text: "One"))
            await Editing.run.perform { _ in await Exporting.run.perform { _ in throw SampleError() } }
        }
        test.runtime.end()
        await subscription.finished()
        #expect(
            heard.words == [
                "begin Rename One", "end Rename One success", "begin RunClosure", "begin RunClosure",
                "end RunClosure failure", "end RunClosure failure",
            ])
    }

    @Test("An observer that throws receives the next event nevertheless, and the error is reported")
    func throwing() async throws {
        let test = try TestRuntime(SampleApp.self)
        let heard = Heard()
        let subscription = test.runtime.observe {
            heard.add($0)
            throw SampleError()
        }
        await test.runtime.use { _ = await Editing.rename.perform(Title(text: "One")) }
        test.runtime.end()
        await subscription.finished()
        #expect(heard.words == ["begin Rename One", "end Rename One success"])
        #expect(test.runtime.faults == [.observer("An observer failed: SampleError")])
    }

    @Test("A blocked observer delays no perform and receives the count of missed events")
    func gap() async throws {
        let test = try TestRuntime(SampleApp.self) { $0.runSize = 256 << 10 }
        let heard = Heard()
        let (isHeld, hold) = AsyncStream<Void>.makeStream()
        let subscription = test.runtime.observe {
            heard.add($0)
            if heard.count == 1 { for await _ in isHeld { break } }
        }
        await test.runtime.use {
            await Editing.rename.perform(Title(text: "First"))
            while heard.count == 0 { await Task.yield() }
            for _ in 0..<10_000 { await Editing.rename.perform(Title(text: "More")) }
        }
        hold.yield()
        test.runtime.end()
        await subscription.finished()
        #expect(heard.missed > 0)
        #expect(heard.count < 20_002)
        #expect(heard.words.first == "begin Rename First")
        #expect(heard.words.last == "end Rename More success")
    }

    @Test("A cancelled observer receives nothing more")
    func cancelled() async throws {
        let test = try TestRuntime(SampleApp.self)
        let heard = Heard()
        let subscription = test.runtime.observe { heard.add($0) }
        subscription.cancel()
        await subscription.finished()
        await test.runtime.use { _ = await Editing.rename.perform(Title(text: "One")) }
        #expect(heard.count == 0)
    }

    @Test("A hidden action is neither observed nor recorded, and its performs have its cause")
    func hidden() async throws {
        try await withTestRuntime(SampleApp.self) { test in
            await Editing.run.perform { _ in await Editing.hush.perform() }
            #expect(test.performs.map(\.identity) == ["SampleApp/Editing/#RunClosure", "SampleApp/Editing/#Rename"])
            #expect(test.performs[1].parent == test.performs[0].id)
            #expect(test.performs[1].depth == 1)
        }
    }

    /// The events that an observer received.
    final class Heard: Sendable {
        private let state = Mutex<(words: [String], missed: UInt64)>(([], 0))

        func add(_ event: PerformEvent) {
            state.withLock { state in
                switch event {
                case .began(let record):
                    state.words.append(Self.text("begin", record))
                case .completed(let record):
                    state.words.append(Self.text("end", record) + " \(record.outcome?.identifier ?? "none")")
                case .missed(let count):
                    state.missed += count
                }
            }
        }

        private static func text(_ what: String, _ record: PerformRecord) -> String {
            [what, record.action?.identifier, record.input].compactMap { $0 }.joined(separator: " ")
        }

        var words: [String] { state.withLock { $0.words } }
        var missed: UInt64 { state.withLock { $0.missed } }
        var count: Int { state.withLock { $0.words.count } }
    }
}
