import Firesteel
import FiresteelTesting
import Logging
import Synchronization
import Testing

@testable import Documents

@Suite struct RefusalLogTests {
    @Test("Ten refused requests per minute are logged, and the number of the others")
    func bounded() {
        let output = RecordingLogOutput()
        let now = Mutex(ContinuousClock.now)
        let log = RefusalLog(output.logger("server")) { now.withLock { $0 } }
        for number in 1...80_000 { log.add("Refused \(number)") }
        #expect(output.messages == (1...10).map { "Refused \($0)" })
        now.withLock { $0 += .seconds(60) }
        log.add("Refused again")
        #expect(output.messages.dropFirst(10) == ["Refused further requests", "Refused again"])
        #expect(output.text[10].contains("79990"))
        log.flush()
        #expect(output.lines.count == 12)
    }
}
