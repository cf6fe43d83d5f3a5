import FiresteelHTTP
import HTTPTypes
import Testing

@Suite("Trying again") struct RetryTests {
    @Test("Each failure in a row doubles the wait, up to the maximum, and half of it is drawn")
    func delays() {
        let policy = RetryPolicy(first: .seconds(1), maximum: .seconds(5), random: { 0.5 })
        let delays = (1...5).map { policy.delay(after: $0) / .seconds(1) }
        #expect(delays == [0.75, 1.5, 3, 3.75, 3.75])
    }

    @Test(
        "A server specifies in seconds or by a date when to retry",
        arguments: [
            ("120", 1_120), ("Thu, 01 Jan 1970 01:00:00 GMT", 3_600), ("1970-01-01T00:30:00Z", 1_800),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 1_000), ("999999999", 4_600), ("soon", nil), ("", nil),
        ] as [(String, Double?)])
    func retryAfter(_ text: String, _ expected: Double?) {
        #expect(RetryAfter.time(in: [.retryAfter: text], now: 1_000) == expected)
    }
}
