import FiresteelFlags
import Foundation
import Synchronization

/// What handlers were told, from whatever thread.
final class Recorded<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    var all: [Element] { elements.withLock { $0 } }
    func append(_ element: Element) { elements.withLock { $0.append(element) } }
    func append(contentsOf new: [Element]) { elements.withLock { $0.append(contentsOf: new) } }
}

/// A time that tests set.
final class TestClock: Sendable {
    private let seconds: Mutex<Double>
    init(_ seconds: Double = 0) { self.seconds = Mutex(seconds) }
    var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }
    var read: @Sendable () -> Double { { self.now } }
}

/// A generator that gives the same numbers again for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A rule made of functions.
struct TestRule: FlagRule {
    var dependsOnContext = true
    var dependsOnTime = false
    var metadata: [String: FlagValue] = [:]
    let answer: @Sendable (EvaluationContext, Int64) -> FlagEvaluation

    init(
        dependsOnContext: Bool = true, dependsOnTime: Bool = false, metadata: [String: FlagValue] = [:],
        _ answer: @escaping @Sendable (EvaluationContext, Int64) -> FlagEvaluation
    ) {
        self.dependsOnContext = dependsOnContext
        self.dependsOnTime = dependsOnTime
        self.metadata = metadata
        self.answer = answer
    }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation { answer(copy context, now) }
}

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let url: URL
    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("firesteel-flags-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

extension TemporaryFolder {
    /// Writes a text into a file of the folder, in place of what was there.
    @discardableResult
    func write(_ text: String, to name: String, atomically: Bool = true) throws -> URL {
        try Data(text.utf8).write(to: file(name), options: atomically ? .atomic : [])
        return file(name)
    }

    func read(_ name: String) throws -> String { String(decoding: try Data(contentsOf: file(name)), as: UTF8.self) }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

/// User defaults that go with the test.
final class DefaultsSuite {
    let name = "firesteel-flags-\(UUID().uuidString)"
    let defaults: UserDefaults
    init() throws {
        guard let defaults = UserDefaults(suiteName: name) else { throw CocoaError(.featureUnsupported) }
        self.defaults = defaults
    }
    deinit { defaults.removePersistentDomain(forName: name) }
}

/// The elements of a stream, asked for one by one.
func next<Element: Sendable>(_ count: Int, of stream: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    var iterator = stream.makeAsyncIterator()
    while elements.count < count, let element = await iterator.next() { elements.append(element) }
    return elements
}
