/// The bare operations that every perform requires, and their sums.
@MainActor
enum BareSums {
    static let awaited = "sum of bare operations, awaited"
    static let atOnce = "sum of bare operations, at once"

    /// Returns the operations of recording: a begin and its completion, each with a clock read.
    static func events(_ journal: JournalWork) -> Subject {
        Subject("two appends and two clock reads") { count in
            for _ in 0..<count { journal.beginAndComplete() }
        }
    }

    /// Returns the operations to compare with recorded performs.
    static func kept(_ journal: JournalWork) -> [Subject] {
        [Limits.directCall, Limits.withValueSync, Limits.withValue, events(journal)]
    }

    /// The operations to compare with performs that aren't recorded.
    ///
    /// The task local provides the runtime and the cause; the number identifies the perform.
    static let notKept = [
        Limits.directCall, Limits.withValueSync, Limits.withValue, Limits.taskLocalRead, Limits.atomicAdd,
    ]

    /// Returns the measurements and the sums of the measured operations.
    ///
    /// The body of the asynchronous `withValue` calls the action's function; the action itself is one more call.
    static func added(to measurements: [Measurement]) -> [Measurement] {
        func parts(_ bound: Subject, _ others: [Subject]) -> [(Measurement, times: Double)] {
            let names = [
                bound.name, "two appends and two clock reads", Limits.taskLocalRead.name, Limits.atomicAdd.name,
            ]
            return (names + others.map(\.name)).compactMap { measurements[$0] }.map { ($0, times: 1) }
        }
        return measurements + [
            .sum(awaited, parts(Limits.withValue, [Limits.directCall])),
            .sum(atOnce, parts(Limits.withValueSync, [])),
        ]
    }
}
