/// The times when a message that was not accepted is sent again: the schedule that Standard Webhooks recommends, over three days.
package enum RetrySchedule {
    /// The pauses after the attempts, in milliseconds.
    package static let pauses: [Int64] = [
        5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ].map { $0 * 1_000 }

    /// The longest pause that a receiver can request, in milliseconds.
    package static let longestRequest: Int64 = 86_400_000

    /// Returns the pause after a number of attempts, up to a fifth longer at random; `nil` after the last one.
    package static func pause(after attempts: Int) -> Int64? {
        guard attempts >= 1, attempts <= pauses.count else { return nil }
        let pause = pauses[attempts - 1]
        return pause + Int64.random(in: 0...pause / 5)
    }
}
