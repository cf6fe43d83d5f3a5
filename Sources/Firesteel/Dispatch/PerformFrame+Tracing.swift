import FiresteelTimeline
import Tracing

extension PerformFrame {
    /// Whether there is a tracer for spans.
    @usableFromInline var isTraced: Bool { session.dispatcher.isTraced }

    /// Runs a perform in a separate span.
    @usableFromInline
    func traced(isolation: isolated (any Actor)?, _ body: () async -> ActionOutcome) async -> ActionOutcome {
        guard let tracer = session.dispatcher.tracer else { return await body() }
        return await tracer.withAnySpan(action.spanName, ofKind: .internal) { span in
            _ = isolation
            describe(on: span)
            let outcome = await body()
            finish(span, outcome)
            return outcome
        }
    }

    /// Runs a perform that never suspends in a separate span.
    @usableFromInline
    func traced(_ body: () -> ActionOutcome) -> ActionOutcome {
        guard let tracer = session.dispatcher.tracer else { return body() }
        return tracer.withAnySpan(action.spanName, ofKind: .internal) { span in
            describe(on: span)
            let outcome = body()
            finish(span, outcome)
            return outcome
        }
    }

    private func describe(on span: any Span) {
        span.attributes["firesteel.feature"] = action.feature.path.text
        span.attributes["firesteel.action"] = action.identifier
        span.attributes["firesteel.session"] = session.name
        span.attributes["firesteel.perform"] = Int64(clamping: perform)
        span.attributes["firesteel.source"] = source.identifier
        span.attributes["firesteel.user_initiated"] = isUserInitiated
    }

    private func finish(_ span: any Span, _ outcome: ActionOutcome) {
        span.attributes["firesteel.outcome"] = outcome.recorded.identifier
        guard let error = outcome.error else { return }
        span.recordError(error)
        span.setStatus(SpanStatus(code: .error, message: ErrorText(error).message))
    }
}
