import Firesteel
import FiresteelTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Storing the user's choices")
struct ToggleStoreTests {
    @Test("Everything that was chosen so far, by path, after each choice that changes something")
    func kept() throws {
        let store = RecordingStore([FeaturePath("App/Gone"): true])
        let test = try TestRuntime(App.self) { $0.toggles = store }
        test.runtime.setToggle(First.self, false)
        test.runtime.setToggle(First.self, false)
        test.runtime.setToggle(Second.self, true)
        #expect(
            store.saved == [
                [FeaturePath("App/Gone"): true, FeaturePath("App/First"): false],
                [FeaturePath("App/Gone"): true, FeaturePath("App/First"): false, FeaturePath("App/Second"): true],
            ])
    }

    @Test("A choice that can't be stored applies to this run, and is reported")
    func refused() throws {
        let store = RecordingStore([:], refuses: true)
        let test = try TestRuntime(App.self) { $0.toggles = store }
        test.runtime.setToggle(First.self, false)
        #expect(!test.runtime.availability(of: First.self).isAvailable)
        #expect(
            test.runtime.faults.map(\.description) == [
                "Can't save the user's toggles: The disk is full. They apply to this run only."
            ])
        // What comes later is kept with it.
        store.accept()
        test.runtime.setToggle(Second.self, true)
        #expect(
            store.saved.last == [FeaturePath("App/First"): false, FeaturePath("App/Second"): true])
    }

    @Test("The last of concurrent choices on several threads is stored")
    func threads() async throws {
        let store = RecordingStore([:])
        let test = try TestRuntime(App.self) { $0.toggles = store }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        if worker.isMultiple(of: 2) {
                            test.runtime.setToggle(First.self, round.isMultiple(of: 2))
                        } else {
                            test.runtime.setToggle(Second.self, round.isMultiple(of: 3))
                        }
                    }
                }
            }
        }
        let kept = try #require(store.saved.last)
        #expect(kept[FeaturePath("App/First")] == test.runtime.availability(of: First.self).isAvailable)
        #expect(kept[FeaturePath("App/Second")] == test.runtime.availability(of: Second.self).isAvailable)
    }

    @Test("A file has them as a JSON object, in the order of their paths")
    func file() throws {
        let folder = try TemporaryFolder()
        let store = FileToggleStore(URL(fileURLWithPath: folder.path + "/new/toggles.json"))
        #expect(try store.load() == [:])
        try store.save([FeaturePath("App/Second"): true, FeaturePath("App/First"): false])
        let text = try String(contentsOfFile: folder.path + "/new/toggles.json", encoding: .utf8)
        #expect(text.filter { !$0.isWhitespace } == "{\"App/First\":false,\"App/Second\":true}")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/new/toggles.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try store.load() == [FeaturePath("App/Second"): true, FeaturePath("App/First"): false])
    }

    @Test("A pipe at its path doesn't stop the program, and a file that is too large isn't read")
    func notRegular() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/toggles.json")
        try #require(mkfifo(file.path, 0o600) == 0)
        func faults() throws -> [String] {
            try TestRuntime(App.self) { $0.toggles = FileToggleStore(file) }.runtime.faults.map(\.description)
        }
        #expect(try faults().contains { $0.contains("It isn't a regular file.") })
        try FileManager.default.removeItem(at: file)

        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        #expect(try faults().contains { $0.contains("It has 1099511627776 bytes; the limit is 16777216.") })
    }

    /// Remembers what it was asked to save.
    final class RecordingStore: ToggleStore {
        private struct State {
            var saved: [[FeaturePath: Bool]] = []
            var refuses: Bool
        }

        struct FullError: Error, CustomStringConvertible { let description = "The disk is full" }

        private let initial: [FeaturePath: Bool]
        private let state: Mutex<State>

        init(_ initial: [FeaturePath: Bool], refuses: Bool = false) {
            self.initial = initial
            state = Mutex(State(refuses: refuses))
        }

        var saved: [[FeaturePath: Bool]] { state.withLock { $0.saved } }
        func accept() { state.withLock { $0.refuses = false } }
        func load() -> [FeaturePath: Bool] { initial }

        func save(_ toggles: [FeaturePath: Bool]) throws {
            try state.withLock { state in
                if state.refuses { throw FullError() }
                state.saved.append(toggles)
            }
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(First.self, Second.self) }
    enum First: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }
    enum Second: ConditionalFeature { static var constraints: Constraints { UserToggled(default: false) } }
}
