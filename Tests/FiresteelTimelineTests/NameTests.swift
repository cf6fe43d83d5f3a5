import CFiresteelTimeline
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Names have a separate region")
struct NameTests {
    @Test("Names of many sessions leave the last eighth to features, actions and labels; what finds no room is counted")
    func reserve() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path), runSize: 32 << 10)
        let timeline = recorder.timeline
        #expect(timeline.refusedNames == 0)
        let sessions = (0..<500).map { timeline.nameSession("session \($0)") }
        let refused = sessions.count { $0 == .none }
        #expect(refused > 0 && timeline.refusedNames == UInt64(refused))
        let size = UInt64(timeline.memory.layout.namesSize)
        let used = fst_load(timeline.memory.word(HeaderField.namesUsed))
        #expect(used <= size - size / 8 && used > size - size / 8 - 64)

        let late = timeline.nameFeature(identifier: "Late", name: "A late feature")
        let action = timeline.nameAction(identifier: "Open", name: "Open It", feature: late)
        let label = timeline.nameLabel("late")
        let names = try Run(path: recorder.path).names
        #expect(names.feature(late)?.name == "A late feature")
        #expect(names.action(action)?.feature?.identifier == "Late")
        #expect(names.label(label) == "late")
        #expect(timeline.refusedNames == UInt64(refused))

        // The last eighth is bounded, too.
        let labels = (0..<500).map { timeline.nameLabel("label \($0)") }
        let further = labels.count { $0 == .none }
        #expect(further > 0 && timeline.refusedNames == UInt64(refused + further))
        #expect(try Run(path: recorder.path).refused.names == timeline.refusedNames)
    }

    @Test("A reader of names during the erasure of sessions finds each whole or empty")
    func readWhileErasing() async {
        let recorder = Recorder()
        let timeline = recorder.timeline
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<200 {
                    _ = timeline.nameSession("Ada's window")
                    try? timeline.erase()
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    let id = timeline.nameSession("Ada's window")
                    let name = timeline.run.names.session(id)
                    #expect(name == "Ada's window" || name == "")
                    #expect(timeline.run.names.feature(recorder.feature)?.identifier == "Documents")
                    await Task.yield()
                }
            }
        }
        #expect(timeline.run.names.damaged == 0)
    }
}
