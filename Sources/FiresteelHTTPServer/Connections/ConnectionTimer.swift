import NIOCore

/// The limits on time as SwiftNIO has them.
struct ConnectionTimes: Sendable {
    private let idle, head, body, write, close: TimeAmount

    init(_ limits: HTTPServerLimits) {
        idle = TimeAmount(limits.idleTime)
        head = TimeAmount(limits.headTime)
        body = TimeAmount(limits.bodyTime)
        write = TimeAmount(limits.writeTime)
        close = TimeAmount(limits.closeTime)
    }

    func time(of deadline: ConnectionTimer.Deadline) -> TimeAmount {
        switch deadline {
        case .idle: idle
        case .head: head
        case .body: body
        case .write: write
        case .close: close
        }
    }
}

/// The deadline of a connection, and the timer that fires at its end or before.
///
/// One that fires before is scheduled again then: each request has several deadlines, and almost none of them ends.
struct ConnectionTimer {
    /// A limit on time.
    enum Deadline {
        case idle, head, body, write, close
    }

    /// The deadline that is running.
    fileprivate(set) var deadline: Deadline?
    /// The end of the deadline.
    fileprivate var end = NIODeadline.distantFuture
    fileprivate var scheduled: Scheduled<Void>?
    /// The time when the timer fires.
    fileprivate var scheduledEnd = NIODeadline.distantFuture

    /// Ends the deadline and the timer.
    mutating func cancel() {
        deadline = nil
        scheduled?.cancel()
        scheduled = nil
    }
}

extension HTTPConnection {
    /// Starts a deadline, and ends the one before.
    func start(_ deadline: ConnectionTimer.Deadline?) {
        timer.deadline = deadline
        guard let deadline, let context else { return }
        timer.end = context.eventLoop.now + service.times.time(of: deadline)
        guard timer.scheduled == nil || timer.end < timer.scheduledEnd else { return }
        timer.scheduled?.cancel()
        scheduleTimer(context)
    }

    private func scheduleTimer(_ context: ChannelHandlerContext) {
        timer.scheduledEnd = timer.end
        timer.scheduled = context.eventLoop.assumeIsolated().scheduleTask(deadline: timer.end) { [weak self] in
            self?.timerFired()
        }
    }

    private func timerFired() {
        timer.scheduled = nil
        guard let deadline = timer.deadline, let context else { return }
        guard timer.end <= context.eventLoop.now else { return scheduleTimer(context) }
        switch deadline {
        case .head, .body: reject(.timeout)
        case .idle, .write, .close: context.close(promise: nil)
        }
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
    }
}
