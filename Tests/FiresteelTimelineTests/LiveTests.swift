import CFiresteelTimeline
import Testing

@testable import FiresteelTimeline

@Suite("A live timeline")
struct LiveTests {
    @Test("A cursor gives each event once, in order, and nothing when there is nothing")
    func cursor() throws {
        let recorder = Recorder()
        recorder.perform("first")
        var all = recorder.timeline.cursor()
        var new = recorder.timeline.cursor(from: .now)
        #expect(all.next().events.map(\.kind) == [.begin, .completion])
        #expect(all.next().isEmpty)
        #expect(new.next().isEmpty)
        let begun = recorder.begin("second" + String(repeating: "x", count: 150))
        for batch in [all.next(), new.next()] {
            #expect(batch.events.map(\.perform) == [begun.perform])
            #expect(batch.lost == 0)
        }
        recorder.complete(begun)
        #expect(new.next().events.map(\.kind) == [.completion])
    }

    @Test("A cursor that reads along sees everything through many laps")
    func manyLaps() throws {
        let recorder = Recorder(runSize: 16 << 10)
        var cursor = recorder.timeline.cursor()
        var inputs: [String] = []
        for index in 0..<3_000 {
            recorder.perform("\(index)" + String(repeating: "x", count: index % 130))
            guard index % 3 == 2 else { continue }
            let batch = cursor.next()
            #expect(batch.lost == 0)
            inputs += batch.events.filter { $0.kind == .begin }.map(\.text)
        }
        #expect(inputs == (0..<3_000).map { "\($0)" + String(repeating: "x", count: $0 % 130) })
    }

    @Test("A cursor that was overtaken reports how much it missed and continues")
    func gap() throws {
        let recorder = Recorder(runSize: 16 << 10)
        var cursor = recorder.timeline.cursor()
        recorder.perform()
        _ = cursor.next()
        for _ in 0..<1_000 { recorder.perform() }
        let batch = cursor.next()
        #expect(batch.lost > 1_900 && batch.lost < 2_000)
        #expect(batch.events.last?.kind == .completion)
        recorder.perform("again")
        #expect(cursor.next().lost == 0)
    }

    @Test("A reader that begins late reads a large run to its end, and loses nothing")
    func lateReader() async throws {
        let recorder = Recorder(runSize: 2 << 20)
        for _ in 0..<6_000 { recorder.perform() }
        recorder.timeline.end()
        var events = 0
        for await batch in recorder.timeline.updates(from: .beginning, pause: .zero) {
            #expect(batch.lost == 0)
            events += batch.events.count
        }
        #expect(events == 12_000)
    }

    @Test("A small limit gives the same events in more batches")
    func limit() throws {
        let recorder = Recorder()
        for _ in 0..<50 { recorder.perform() }
        var cursor = recorder.timeline.cursor()
        var events: [TimelineEvent] = []
        while case let batch = cursor.next(limit: 7), !batch.isEmpty {
            #expect(batch.events.count <= 7)
            events += batch.events
        }
        #expect(events == recorder.timeline.run.events())
    }

    @Test("A slow reader buffers no more than a lap, and receives the count of missed events")
    func slowReader() throws {
        let recorder = Recorder(runSize: 16 << 10)
        var cursor = recorder.timeline.cursor()
        let lap = recorder.timeline.memory.layout.slotCount
        var given: [UInt64] = []
        var lost: UInt64 = 0
        for _ in 0..<5_000 {
            for _ in 0..<4 { recorder.perform() }
            let batch = cursor.next(limit: 1)
            #expect(batch.events.count == 1)
            #expect(cursor.held.count <= lap)
            given += batch.events.map(\.sequence)
            lost += batch.lost
        }
        while case let batch = cursor.next(), !batch.isEmpty {
            given += batch.events.map(\.sequence)
            lost += batch.lost
        }
        #expect(zip(given, given.dropFirst()).allSatisfy { $0 < $1 })
        // Each event takes a slot: none is missed that isn't counted, or given and counted.
        #expect(UInt64(given.count) + lost == 40_000)
    }

    @Test("A cursor stops at a slot that is being written and continues when it is done")
    func stopsAtWriting() throws {
        let recorder = Recorder()
        var cursor = recorder.timeline.cursor()
        let first = recorder.perform()
        let layout = recorder.timeline.memory.layout
        let slot = recorder.timeline.memory.journal.pointee.slots + Int(first) % layout.slotCount * 16
        let word = slot.pointee
        slot.pointee = word | 1
        #expect(cursor.next().isEmpty)
        #expect(!cursor.isCaughtUp)
        slot.pointee = word
        #expect(cursor.next().events.count == 2)
        #expect(cursor.isCaughtUp)
    }

    @Test("Updates contain every event of every thread, begins before completions, and end with the timeline")
    func updates() async throws {
        let recorder = Recorder(runSize: 8 << 20)
        let updates = recorder.timeline.updates(from: .beginning, pause: .zero)
        async let recorded = withTaskGroup(of: Void.self) { group in
            for task in 0..<3 {
                group.addTask {
                    for index in 0..<2_000 {
                        recorder.perform("\(task)-\(index)")
                        if index % 64 == 0 { await Task.yield() }
                    }
                }
            }
            await group.waitForAll()
            recorder.timeline.end()
        }
        var assembler = PerformAssembler()
        let names = recorder.timeline.run.names
        var completed = 0
        for await batch in updates {
            #expect(batch.lost == 0)
            for event in batch.events {
                if let perform = assembler.add(event, names: names), perform.outcome != nil {
                    #expect(!perform.isBeginLost)
                    completed += 1
                }
            }
        }
        await recorded
        #expect(completed == 6_000)
        #expect(assembler.inFlight(names: names).isEmpty)
    }

    @Test("A waiter for updates is woken by the next event, and resumed when cancelled")
    func waking() async throws {
        let recorder = Recorder()
        let waiting = Task {
            var iterator = recorder.timeline.updates(pause: .zero).makeAsyncIterator()
            return await iterator.next()
        }
        // Whether it waits already or not, events come until it has seen one.
        let recording = Task {
            while !Task.isCancelled {
                recorder.perform()
                await Task.yield()
            }
        }
        #expect(await waiting.value?.events.isEmpty == false)
        recording.cancel()
        await recording.value

        let cancelled = Task {
            var iterator = recorder.timeline.updates(pause: .zero).makeAsyncIterator()
            return await iterator.next()
        }
        cancelled.cancel()
        #expect(await cancelled.value?.events.isEmpty ?? true)
    }
}
