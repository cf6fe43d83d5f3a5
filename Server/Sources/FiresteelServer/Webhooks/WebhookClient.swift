import AsyncHTTPClient
import FiresteelStore
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends a message to an address once, and returns the outcome.
///
/// Redirects aren't followed, and the connection leads to an address that was checked: the name isn't resolved again.
struct WebhookClient: Sendable {
    let options: WebhookOptions
    let agent: String

    /// The part of a response that is read, in bytes.
    private static let answerBytes = 2_048
    /// The part of a response that is stored, in characters.
    private static let answerLength = 200

    /// Sends a message, within the time that an attempt may take.
    func send(_ message: WebhookMessage, to address: String) async -> DeliveryOutcome {
        let start = ContinuousClock.now
        let limit = options.timeout
        var outcome = await withTaskGroup(of: DeliveryOutcome.self) { group in
            group.addTask { await attempt(message, to: address) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return DeliveryOutcome(
                    status: nil, answer: "No response within \(limit.components.seconds) seconds.")
            }
            defer { group.cancelAll() }
            return await group.next() ?? DeliveryOutcome(status: nil, answer: "No response.")
        }
        outcome.duration = (ContinuousClock.now - start).inMilliseconds
        return outcome
    }

    private func attempt(_ message: WebhookMessage, to address: String) async -> DeliveryOutcome {
        let target: WebhookTarget
        do {
            target = try options.policy.target(address)
        } catch {
            return DeliveryOutcome(status: nil, answer: "\(error)")
        }
        guard let names = await options.resolve(target.host), !names.isEmpty else {
            return DeliveryOutcome(status: nil, answer: "The name of the host can't be resolved.")
        }
        let addresses = names.compactMap { IPAddress($0) }
        // The addresses aren't named: names of the internal network would be readable through this.
        guard addresses.count == names.count, addresses.allSatisfy(options.policy.permits) else {
            return DeliveryOutcome(status: nil, answer: WebhookAddressError.refused.description)
        }
        let four = addresses.filter(\.isFour)
        guard let chosen = (four.isEmpty ? addresses : four).randomElement() else {
            return DeliveryOutcome(status: nil, answer: "The name of the host can't be resolved.")
        }
        let client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration(target, chosen))
        let outcome = await exchange(message, target, client)
        try? await client.shutdown()
        return outcome
    }

    private func configuration(_ target: WebhookTarget, _ address: IPAddress) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(tlsConfiguration: options.tls)
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.decompression = .disabled
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = HTTPClient.Configuration.Timeout(
            connect: .seconds(10), read: .milliseconds(options.timeout.inMilliseconds))
        configuration.dnsOverride = [target.url.host ?? target.host: address.description]
        return configuration
    }

    private func exchange(
        _ message: WebhookMessage, _ target: WebhookTarget, _ client: HTTPClient
    ) async -> DeliveryOutcome {
        var request = HTTPClientRequest(url: target.url.absoluteString)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: agent)
        request.headers.add(name: "webhook-id", value: message.id)
        request.headers.add(name: "webhook-timestamp", value: "\(message.time)")
        request.headers.add(name: "webhook-signature", value: message.signatures.joined(separator: " "))
        request.body = .bytes(ByteBuffer(string: message.body))
        do {
            let response = try await client.execute(
                request, timeout: .milliseconds(options.timeout.inMilliseconds))
            let text = try await Self.beginning(of: response.body)
            return DeliveryOutcome(
                status: Int(response.status.code), answer: text,
                retryAfter: RetryAfter.milliseconds(response.headers.first(name: "Retry-After"), now: Date()))
        } catch {
            return DeliveryOutcome(status: nil, answer: Self.reason(error))
        }
    }

    /// Reads the beginning of a response, after which the connection is closed.
    private static func beginning(of body: HTTPClientResponse.Body) async throws -> String {
        var bytes: [UInt8] = []
        for try await piece in body {
            bytes.append(contentsOf: piece.readableBytesView.prefix(answerBytes - bytes.count))
            if bytes.count >= answerBytes { break }
        }
        return shown(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the stored part of a text that others wrote: its first 200 characters, control characters as spaces.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(String(scalars).prefix(answerLength)).trimmingCharacters(in: .whitespaces)
    }

    private static func reason(_ error: any Error) -> String {
        if let error = error as? HTTPClientError {
            switch error {
            case .connectTimeout: return "The receiver can't be reached in 10 seconds."
            case .deadlineExceeded, .readTimeout: return "No response in time."
            case .remoteConnectionClosed: return "The receiver closed the connection."
            default: return shown("The exchange failed: \(error.shortDescription).")
            }
        }
        if error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError {
            return shown("The TLS connection failed: \(error)")
        }
        return shown("The connection failed: \(error)")
    }
}

/// The field by which a receiver says when it wants the next message.
enum RetryAfter {
    /// Returns the time in milliseconds, from seconds or a date; `nil` for anything else.
    static func milliseconds(_ text: String?, now: Date) -> Int64? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), text.utf8.count <= 40 else { return nil }
        if let seconds = Int64(text) { return seconds >= 0 ? min(seconds, 1_000_000) * 1_000 : nil }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = format.date(from: text) else { return nil }
        return Int64(max(0, min(date.timeIntervalSince(now), 1_000_000)) * 1_000)
    }
}

extension Duration {
    /// The duration in whole milliseconds.
    var inMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
