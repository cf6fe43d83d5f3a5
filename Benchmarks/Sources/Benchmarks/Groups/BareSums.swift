/// The bare operations that no perform can do without, and their sums.
@MainActor
enum BareSums {
    static let awaited = "sum of bare operations, awaited"
    static let atOnce = "sum of bare operations, at once"

    /// Of what is kept: a begin and its completion, each with a clock read.
    static func events(_ journal: JournalWork) -> Subject {
        Subject("two appends and two clock reads") { count in
            for _ in 0..<count { journal.beginAndComplete() }
        }
    }

    /// The operations to measure beside performs that keep what they do.
    static func kept(_ journal: JournalWork) -> [Subject] {
        [Limits.directCall, Limits.withValueSync, Limits.withValue, events(journal)]
    }

    /// The operations to measure beside performs that keep nothing.
    ///
    /// The task local says in which runtime and below which perform this one is, and a number identifies it.
    static let notKept = [
        Limits.directCall, Limits.withValueSync, Limits.withValue, Limits.taskLocalRead, Limits.atomicAdd,
    ]

    /// Adds the sums of those operations that were measured.
    ///
    /// The body of the asynchronous `withValue` calls what the action calls; the action itself is one more call.
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
