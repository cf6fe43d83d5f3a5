import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Synchronization
import Testing

@Suite("Under load")
struct VolumeTests {
    @Test("Eight tasks perform a hundred thousand actions each while observers come and go")
    func volume() async throws {
        let test = try TestRuntime(SampleApp.self) {
            $0.runSize = 4 << 20
            $0.clock = .system
        }
        let progress = Progress()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    // Half of the tasks share a session.
                    let session = number < 4 ? test.runtime.main : test.runtime.session("Task \(number)")
                    var successes = 0
                    for count in 0..<100_000 {
                        let outcome =
                            count % 100 == 99
                            ? await Editing.close.perform(options: .in(session))
                            : await Editing.rename.perform(Title(text: "Q4 plan"), options: .in(session))
                        if outcome.isSuccess { successes += 1 }
                    }
                    progress.completed.add(successes, ordering: .relaxed)
                    progress.tasks.subtract(1, ordering: .relaxed)
                }
            }
            group.addTask {
                while !progress.isDone {
                    let seen = Seen()
                    let subscription = test.runtime.observe { _ in seen.count.add(1, ordering: .relaxed) }
                    while seen.count.load(ordering: .relaxed) < 100, !progress.isDone { await Task.yield() }
                    subscription.cancel()
                    await subscription.finished()
                }
            }
            group.addTask {
                while !progress.isDone {
                    test.runtime.setToggle(Sharing.self, Bool.random())
                    test.runtime.logging.focus = Bool.random() ? [] : [FeaturePath("SampleApp/Editing")]
                    await Task.yield()
                }
            }
        }
        #expect(progress.completed.load(ordering: .relaxed) == 800_000)
        #expect(test.runtime.timeline?.run.inFlight().isEmpty == true)
        #expect(test.runtime.faults.isEmpty)
    }

    private final class Progress: Sendable {
        let completed = Atomic(0)
        let tasks = Atomic(8)
        var isDone: Bool { tasks.load(ordering: .relaxed) == 0 }
    }

    private final class Seen: Sendable {
        let count = Atomic(0)
    }
}
