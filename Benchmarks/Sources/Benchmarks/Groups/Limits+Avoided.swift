import CBenchmarkSupport
import Foundation
import Metrics
import Tracing

/// Operations that performs avoid because of their cost.
///
/// No back end is installed for spans and metrics. Asynchronous operations run on no actor, because a hop to an actor
/// and back would cost more than the operation.
extension Limits {
    static let span = Subject("withSpan without a tracer") { count in await openSpans(count) }

    @concurrent
    private nonisolated static func openSpans(_ count: Int) async {
        for _ in 0..<count { await withSpan("span") { _ in bench_keep(await doNothing() ? 1 : 0) } }
    }

    static let newCounter = Subject("no-op counter, created") { count in
        for _ in 0..<count { Counter(label: "counter").increment() }
    }

    static let keptTimer = Subject("no-op timer, kept") { count in
        let timer = Timer(label: "timer")
        for number in 0..<count { timer.recordNanoseconds(number) }
    }

    static let uuid = Subject("UUID()") { count in
        for _ in 0..<count { bench_keep(UInt64(UUID().uuid.0)) }
    }

    /// The yielding task also reads the element, so that no task is resumed.
    static let stream = Subject("AsyncStream, one element through") { count in await passThroughStream(count) }

    @concurrent
    private nonisolated static func passThroughStream(_ count: Int) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        var iterator = stream.makeAsyncIterator()
        for number in 0..<count {
            continuation.yield(number)
            bench_keep(UInt64(await iterator.next() ?? 0))
        }
    }
}
