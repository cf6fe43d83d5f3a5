import FiresteelHTTP
import NIOCore

extension HTTPConnection {
    /// Begins to receive a body.
    func receive(_ reception: Reception) {
        var reception = reception
        let isContinueExpected = reception.isContinueExpected
        reception.isContinueExpected = false
        phase = .receiving(reception)
        guard isContinueExpected else { return }
        context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
    }

    /// Lets the handler decide about a body that exceeds its limit.
    ///
    /// - Parameter bytes: The first bytes beyond the limit.
    func decide(about reception: Reception, _ bytes: ByteBuffer? = nil) {
        guard let decide = reception.plan.largeBody, let context else {
            return reject(.bodyTooLarge(limit: reception.bodyLimit))
        }
        phase = .deciding(reception)
        let promise = context.eventLoop.makePromise(of: HTTPLargeBody.self)
        promise.completeWithTask { await decide() }
        promise.futureResult.assumeIsolated().whenSuccess { [self] decision in
            // The time for the body may have ended, or the connection.
            guard case .deciding(var reception) = phase else { return }
            switch decision {
            case .accepted(let limit):
                reception.bodyLimit = min(limit, service.limits.bodyBytes)
                reception.isDecided = true
                if let length = reception.length, length > reception.bodyLimit {
                    return reject(.bodyTooLarge(limit: reception.bodyLimit))
                }
                receive(reception)
                if let bytes { receive(bytes) }
                processItems()
            case .rejected(let response):
                releaseBody()
                send(response, isLast: true)
            }
        }
    }
}
