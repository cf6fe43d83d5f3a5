import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FiresteelFlags

@Suite("Overrides outlive the run")
struct OverrideStoreTests {
    let folder: TemporaryFolder
    let file: URL
    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("settings/overrides.json")
    }

    @Test("Values of every kind are stored for the next start")
    func persistence() throws {
        let values: [String: JSONValue] = [
            "b": true, "i": .int(.min), "d": 1.0, "s": "“ü\n", "a": [1, 1.5, .null], "o": ["k": [false]], "n": .null,
            "App/Documents/Sharing": true,
        ]
        let first = OverrideStore(file)
        for (key, value) in values { try first.set(value, for: key) }
        #expect(OverrideStore(file).values == values)
        try first.set(nil, for: "b")
        #expect(OverrideStore(file).values["b"] == nil)
        try first.removeAll()
        #expect(OverrideStore(file).keys == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("settings").path)
        #expect(names.sorted() == [".overrides.json.lock", "overrides.json"])
    }

    @Test("A stack's overrides are there after the next start")
    func inStack() throws {
        let flag = Flag("size", default: 1)
        let first = FlagStack(overrides: OverrideStore(file))
        try first.declare([flag.declaration])
        try first.setOverride(5, for: "size")
        let second = FlagStack(overrides: OverrideStore(file))
        #expect(second[flag] == 5)
        #expect(second.resolution(of: flag).reason == .override)
        try second.removeOverrides()
        #expect(FlagStack(overrides: OverrideStore(file))[flag] == 1)
    }

    @Test("A value for this run only precedes the file's, and the file doesn't have it")
    func unstored() throws {
        let store = OverrideStore(file)
        try store.set(1, for: "a", isStored: false)
        #expect(store.values == ["a": 1] && store.keys == ["a"] && store.storedKeys == [])
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try store.set(2, for: "a", isStored: true)
        #expect(OverrideStore(file).values == ["a": 2] && store.storedKeys == ["a"])
        // A value for this run only drops the stored one.
        try store.set(2, for: "a", isStored: false)
        #expect(OverrideStore(file).values == [:] && store.values == ["a": 2] && store.storedKeys == [])
        try store.set(3, for: "b")
        #expect(OverrideStore(file).values == ["b": 3] && store.values == ["a": 2, "b": 3])
        try store.set(nil, for: "a")
        #expect(store.values == ["b": 3])
        try store.set(1, for: "a", isStored: false)
        try store.removeAll()
        #expect(store.values == [:] && OverrideStore(file).values == [:])
    }

    @Test("Another process's change of a stored value waits behind a value for this run only")
    func unstoredBesideAnotherProcess() throws {
        let one = OverrideStore(file), other = OverrideStore(file)
        try one.set(1, for: "a", isStored: false)
        try other.set(2, for: "a")
        let changes = Mutex<[FlagProviderChange]>([])
        let subscription = one.subscribe { change in changes.withLock { $0.append(change) } }
        try one.set(3, for: "b")
        #expect(changes.withLock { $0 } == [.keys(["b"])])
        #expect(one.values == ["a": 1, "b": 3] && one.storedKeys == ["a", "b"])
        #expect(OverrideStore(file).values == ["a": 2, "b": 3])
        withExtendedLifetime(subscription) {}
    }

    @Test("A stack's override is for this run only on request")
    func unstoredInStack() throws {
        let flag = Flag("size", default: 1)
        let first = FlagStack(overrides: OverrideStore(file))
        try first.declare([flag.declaration])
        try first.setOverride(5, for: "size", isStored: false)
        #expect(first[flag] == 5 && first.storedOverrides == [])
        #expect(FlagStack(overrides: OverrideStore(file))[flag] == 1)
        try first.setOverride(5, for: "size")
        #expect(first.storedOverrides == ["size"])
        #expect(FlagStack(overrides: OverrideStore(file))[flag] == 5)
        #expect(FlagStack(overrides: MemoryProvider()).storedOverrides == nil)
    }

    @Test(
        "A damaged file is moved aside unchanged and reported",
        arguments: ["", "{", "[1]", "\u{0}\u{1}"])
    func damaged(text: String) throws {
        try FileManager.default.createDirectory(at: folder.file("settings"), withIntermediateDirectories: true)
        try folder.write(text, to: "settings/overrides.json")
        let store = OverrideStore(file)
        #expect(store.values.isEmpty)
        #expect(store.status.error?.message.contains("overrides.json.damaged") == true)
        #expect(try folder.read("settings/overrides.json.damaged") == text)
        try store.set(1, for: "a")
        #expect(OverrideStore(file).values == ["a": 1])
        // Another one gets another name.
        try folder.write(text + " ", to: "settings/overrides.json")
        _ = OverrideStore(file)
        #expect(try folder.read("settings/overrides.json.damaged") == text)
        #expect(try folder.read("settings/overrides.json.damaged-2") == text + " ")
    }

    @Test("Where nothing can be written, a value holds for this run and the error says so")
    func unwritable() throws {
        // A file stands where the folder would have to be.
        try folder.write("", to: "settings")
        let store = OverrideStore(file)
        let error = #expect(throws: FlagError.self) { try store.set(1, for: "a") }
        #expect(error?.message.contains(file.path) == true)
        #expect(store.values == ["a": 1])
        #expect(store.status.error == error)
        try FileManager.default.removeItem(at: folder.file("settings"))
        try store.set(2, for: "b")
        #expect(store.status.error == nil)
        #expect(OverrideStore(file).values == ["a": 1, "b": 2])
    }

    @Test("A file that can't be read is not written over")
    func unreadable() throws {
        // A folder can't be read as a file.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let store = OverrideStore(file)
        #expect(store.status.error != nil)
        #expect(throws: FlagError.self) { try store.set(1, for: "a") }
        #expect(store.values == ["a": 1])
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && isFolder.boolValue)
    }

    @Test("Processes that share the file retain each other's values, and read them with the next change")
    func shared() throws {
        let first = OverrideStore(file)
        let second = OverrideStore(file)
        try first.set(1, for: "a")
        let changed = Mutex<Set<String>>([])
        let subscription = second.subscribe { change in
            if case .keys(let keys) = change { changed.withLock { $0.formUnion(keys) } }
        }
        try second.set(2, for: "b")
        #expect(OverrideStore(file).values == ["a": 1, "b": 2])
        #expect(second.values == ["a": 1, "b": 2] && changed.withLock { $0 } == ["a", "b"])
        try first.set(nil, for: "a")
        #expect(first.values == ["b": 2] && OverrideStore(file).values == ["b": 2])
        try second.removeAll()
        #expect(second.values.isEmpty && OverrideStore(file).values.isEmpty)
        withExtendedLifetime(subscription) {}
    }

    @Test("Many stores of one file, as in several processes, lose nothing")
    func sharedThreads() throws {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            let store = OverrideStore(file)
            for number in 0..<10 { try? store.set(.int(number), for: "\(thread).\(number)") }
            // What waited too long for the lock is written with the next change.
            while store.status.error != nil { try? store.set(9, for: "\(thread).9") }
        }
        #expect(OverrideStore(file).values.count == 40)
    }

    @Test("A change while another process has the lock applies to this run, and is written with the next one")
    func locked() throws {
        let store = OverrideStore(file)
        try store.set(1, for: "a")
        let lock = try FileLock(for: file)
        let error = #expect(throws: FlagError.self) { try store.set(2, for: "b") }
        #expect(error?.message.contains("another process has locked it") == true)
        #expect(store.values == ["a": 1, "b": 2] && OverrideStore(file).values == ["a": 1])
        lock.release()
        try store.set(3, for: "c")
        #expect(OverrideStore(file).values == ["a": 1, "b": 2, "c": 3] && store.status.error == nil)
    }

    @Test("Another user can't hold the lock")
    func lockMode() throws {
        try OverrideStore(file).set(1, for: "a")
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.file("settings/.overrides.json.lock").path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("A file that is too large isn't read, and isn't written over")
    func tooLarge() throws {
        try folder.write([UInt8](repeating: 32, count: (16 << 20) + 1), to: "settings/overrides.json")
        let store = OverrideStore(file)
        #expect(store.status.error?.message.contains("the limit is 16777216") == true)
        #expect(throws: FlagError.self) { try store.set(1, for: "a") }
        #expect(try folder.bytes(of: "settings/overrides.json").count == (16 << 20) + 1)
    }

    @Test("Files that a killed process left are removed with the next change, and the file is the owner's alone")
    func leftovers() throws {
        try folder.write("{", to: "settings/.overrides.json.4711.firesteel-new")
        try folder.write("{", to: "settings/.overrides.json.bak")
        try OverrideStore(file).set(1, for: "a")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("settings").path).sorted()
                == [".overrides.json.bak", ".overrides.json.lock", "overrides.json"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("A number that JSON doesn't have holds for this run, and the others are kept")
    func notFinite() throws {
        let store = OverrideStore(file)
        try store.set(1, for: "a")
        #expect(throws: FlagError.self) { try store.set(.double(.infinity), for: "b") }
        #expect(store.values == ["a": 1, "b": .double(.infinity)])
        #expect(OverrideStore(file).values == ["a": 1])
    }

    @Test("Many threads can set values concurrently, and the file has all of them")
    func threads() throws {
        let store = OverrideStore(file)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<10 { try? store.set(.int(number), for: "\(thread).\(number)") }
            // What waited too long for the lock is written with the next change.
            while store.status.error != nil { try? store.set(9, for: "\(thread).9") }
        }
        #expect(store.values.count == 40)
        #expect(OverrideStore(file).values == store.values)
    }
}
