#if os(Linux) || os(macOS)
// guide: CommandLine
import FiresteelOTLP
import HTTPTypes
// end
import Foundation
import Testing

@Suite("The guide to the command line: sending from a program", .timeLimit(.minutes(2)))
struct SendingGuideTests {
    @Test("A program sends a run to a collector")
    func sends() async throws {
        let receiver = try Receiver(hasCollector: true)
        let endpoint = receiver.endpoint
        let token = "1234"
        var sample = SampleRun()
        sample.fill()
        let run = sample.run
        // guide: CommandLine
        let sender = OTLPSender(to: endpoint, headers: [.authorization: "Bearer \(token)"])
        let report = try await sender.send(run)
        print("\(report.spans) spans and \(report.logs) log records were sent.")
        // end
        #expect(report.spans == 3 && report.logs == 5)
    }
}
#endif
