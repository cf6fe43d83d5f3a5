import CBenchmarkSupport
import Firesteel

/// The kinds of performs.
@MainActor
enum PerformSubjects {
    static let title = Title(text: "Q4 plan.md")

    static let nothing = Subject("perform") { count in
        for _ in 0..<count { await Work.nothing.perform() }
    }

    static let nothingOnNoActor = Subject("perform, on no actor") { count in await performOnNoActor(count) }

    static let described = Subject("perform with a String recorded") { count in
        for _ in 0..<count { await Work.described.perform(title) }
    }

    static let atOnce = Subject("perform of a UIAction") { count in
        for _ in 0..<count { Work.nothingAtOnce.perform() }
    }

    static let nested = Subject("perform within a perform", share: 0.5) { count in
        for _ in 0..<count { await Work.nested.perform() }
    }

    static let onRequest = Subject("perform through request()") { count in
        for _ in 0..<count { await OnRequest.nothing.request()?.perform() }
    }

    static let request = Subject("request()") { count in
        for _ in 0..<count { bench_keep(OnRequest.nothing.request() == nil ? 0 : 1) }
    }

    static let fromSynchronousCode = Subject("perform from synchronous code") { count in startPerforms(count) }

    private static func startPerforms(_ count: Int) {
        for _ in 0..<count { Work.nothing.perform() }
    }

    @concurrent
    private nonisolated static func performOnNoActor(_ count: Int) async {
        for _ in 0..<count { await Work.nothing.perform() }
    }
}
