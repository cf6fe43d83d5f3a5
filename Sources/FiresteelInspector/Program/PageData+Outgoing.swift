import FiresteelInsight
import FiresteelTimeline
import FiresteelWeb

extension PageData.Outgoing {
    /// The number of messages that are listed.
    private static let most = 20

    /// Creates a description of the folder beside the runs, or returns `nil` if the program stores nothing there.
    init?(beside runs: RunFolder) {
        let folder = InsightFolder(of: runs)
        let (consent, messages) = (folder.hasConsent, folder.messages())
        guard consent || !messages.isEmpty else { return nil }
        let status = folder.status
        self.init(
            consent: consent, waiting: messages.count, bytes: messages.reduce(0) { $0 + $1.bytes },
            messages: messages.prefix(Self.most).map { message in
                PageData.OutgoingMessage(
                    name: message.id, kind: message.kind.rawValue, run: message.run, bytes: message.bytes,
                    stored: Self.microseconds(message.time))
            },
            sent: status.sent, dropped: status.droppedCount, answer: status.answer,
            answered: status.answered.map(Self.microseconds), next: status.next.map(Self.microseconds),
            fault: status.error)
    }

    private static func microseconds(_ milliseconds: Int64) -> Int64 {
        let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : product
    }
}
