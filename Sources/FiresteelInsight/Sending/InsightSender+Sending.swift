import FiresteelHTTP
import Foundation
import HTTPTypes

extension InsightSender {
    /// The maximum size of the messages of a request.
    private static let batchBytes = 512 << 10

    /// Sends what is due: reports of crashes first, then what was in flight and other reports, then history.
    ///
    /// Another process that sends from the same folder sends everything.
    func sendDue() async {
        guard folder.hasConsent, !pause.contains(clock.now()) else { return }
        await folder.whileSending {
            do throws(InsightQueueError) {
                try folder.setStraysAside()
                while !Task.isCancelled, folder.hasConsent, let messages = try nextMessages() {
                    guard try await exchange(messages) else { break }
                }
            } catch {
                record(error)
            }
        }
    }

    /// Returns the messages of the next request, or `nil` if none is due.
    private func nextMessages() throws(InsightQueueError) -> [(message: QueuedMessage, bytes: [UInt8])]? {
        var chosen: [(message: QueuedMessage, bytes: [UInt8])] = []
        var size = 0
        if let time = allowance?.time, !time.contains(clock.now()) { allowance = nil }
        for message in folder.messages() {
            if let first = chosen.first {
                // An urgent message doesn't wait for others.
                if first.message.kind.isUrgent || chosen.count >= batchLimit || size + message.bytes > Self.batchBytes {
                    break
                }
            }
            if !message.kind.isUrgent, let allowance, size + message.bytes > allowance.bytes { break }
            let (bytes, isThere) = folder.bytes(of: message)
            guard let bytes else {
                if isThere { try folder.setAside(message) }
                continue
            }
            chosen.append((message, bytes))
            size += bytes.count
        }
        return chosen.isEmpty ? nil : chosen
    }

    /// Sends messages; returns whether more may be sent now.
    private func exchange(
        _ messages: [(message: QueuedMessage, bytes: [UInt8])]
    ) async throws(InsightQueueError) -> Bool {
        let isBatch = messages.count > 1
        let outcome: InsightResponse
        var answer: String
        do {
            let request =
                isBatch
                ? try await requests.request(messages, at: clock.now())
                : try await requests.request(messages[0].message, messages[0].bytes, at: clock.now())
            // The credentials may have taken time, in which the consent was withdrawn.
            guard folder.hasConsent, messages.allSatisfy({ folder.contains($0.message) }) else { return true }
            let response = try await send(request)
            answer = "Status \(response.status.code)"
            outcome = InsightResponse(
                response, count: messages.count, isBatch: isBatch, from: requests.server, now: clock.now())
        } catch is CancellationError {
            return false
        } catch {
            answer = "\(error)"
            outcome = .later("Can't reach \(requests.server): \(error)")
        }
        switch outcome {
        case .results(let results, let following): return try finish(messages, results, following, answer)
        case .tooLarge where isBatch:
            batchLimit = max(1, messages.count / 2)
            return true
        case .tooLarge: return try finish(messages, [.tooLarge], InsightResponse.Following(), answer)
        case .refused where isBatch:
            // One of them is; alone, it is found.
            batchLimit = 1
            return true
        case .refused(let text):
            return try finish(messages, [.refused(text)], InsightResponse.Following(), "\(answer): \(text)")
        case .later(let text, let until): return try wait(text, until: until)
        }
    }

    /// Sends a request, which ends with the consent.
    private func send(_ request: HTTPRequestMessage) async throws -> HTTPResponseMessage<[UInt8]> {
        let task = Task { [transport] in try await transport.send(request, limits: InsightRequests.limits) }
        self.request = task
        defer { self.request = nil }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            // Whatever error the transport has for it.
            if task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    private func finish(
        _ messages: [(message: QueuedMessage, bytes: [UInt8])], _ results: [InsightResponse.Result],
        _ following: InsightResponse.Following, _ answer: String
    ) throws(InsightQueueError) -> Bool {
        var waits = false
        for ((message, _), result) in zip(messages, results) {
            switch result {
            case .stored: try folder.remove(message, nil)
            case .conflict: try drop(message, .conflict, "has other bytes for it")
            case .tooLarge: try drop(message, .tooLarge, "accepts no message of its size")
            case .refused(let text): try drop(message, .refused, "doesn't accept it: \(text)")
            case .later: waits = true
            }
        }
        if waits { return try wait("\(requests.server) did not store all messages.", until: nil) }
        failures = 0
        pause = 0..<0
        reportedErrors = []
        if batchLimit < Self.maximumMessages { batchLimit = min(Self.maximumMessages, batchLimit * 2) }
        let now = clock.now()
        if let bytes = following.bytes { allowance = (bytes, now..<(now + following.seconds)) }
        try folder.updateStatus { status in
            status.answer = answer
            status.answered = Int64(now * 1_000)
            status.next = nil
        }
        return true
    }

    private func drop(
        _ message: QueuedMessage, _ reason: InsightStatus.Reason, _ words: String
    ) throws(InsightQueueError) {
        report("A message of run \(message.run) is dropped, because \(requests.server) \(words).")
        try folder.remove(message, reason)
    }

    /// Waits for the next attempt, as long as the server requests, or longer after each failure.
    private func wait(_ text: String, until: Double?) throws(InsightQueueError) -> Bool {
        failures += 1
        let now = clock.now()
        // Programs that were sent away together don't return together.
        let delay = until.map { max(0, $0 - now) * (1 + retry.random() / 4) } ?? retry.delay(after: failures).seconds
        let next = max(now, now + delay)
        pause = now..<next
        report(text)
        try folder.updateStatus { status in
            status.answer = text
            status.answered = Int64(now * 1_000)
            status.next = Int64(next * 1_000)
        }
        return false
    }
}
