import FiresteelFlags
import Foundation
import Synchronization

/// The values received by handlers on any thread.
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

/// A rule made of functions.
struct TestRule: FlagRule {
    var dependsOnContext = true
    var dependsOnTime = false
    var metadata: [String: JSONValue] = [:]
    let answer: @Sendable (EvaluationContext, Int64) -> FlagEvaluation

    init(
        dependsOnContext: Bool = true, dependsOnTime: Bool = false, metadata: [String: JSONValue] = [:],
        _ answer: @escaping @Sendable (EvaluationContext, Int64) -> FlagEvaluation
    ) {
        self.dependsOnContext = dependsOnContext
        self.dependsOnTime = dependsOnTime
        self.metadata = metadata
        self.answer = answer
    }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation { answer(copy context, now) }
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

/// The elements of a stream, requested one by one.
func next<Element: Sendable>(_ count: Int, of stream: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    var iterator = stream.makeAsyncIterator()
    while elements.count < count, let element = await iterator.next() { elements.append(element) }
    return elements
}
