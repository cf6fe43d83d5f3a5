import FiresteelBase
import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes
import Synchronization

extension RemoteFlagProvider {
    /// The state at the beginning of a fetch.
    private struct Attempt {
        let number: Int
        let generation: Int
        let context: EvaluationContext
        /// The validator sent with the request, to which a "not modified" response refers.
        let held: Validator?
    }

    /// Fetches once, and applies the response.
    func fetch(hint: RefetchHint?, isConditional: Bool) async throws {
        let attempt = state.withLock { state -> Attempt? in
            guard let context = state.context else { return nil }
            state.begun += 1
            let held = isConditional ? state.values?.validator : nil
            return Attempt(
                number: state.begun, generation: state.generation, context: context,
                held: held == Validator() ? nil : held)
        }
        guard let attempt else {
            throw RemoteFlagError(
                FlagError(
                    .providerNotReady, "“\(name)” has no evaluation context to fetch for. Add it to a stack first."))
        }
        let fields: HTTPFields
        do {
            fields = try await exchange(attempt, hint: hint)
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            let failure = error as? RemoteFlagError ?? RemoteFlagError(Self.fault(of: error))
            let isNew = state.withLock { state -> Bool in
                guard attempt.generation == state.generation, attempt.number > state.applied else { return false }
                defer { state.fault = failure.reason }
                state.isRejected = failure.isRejection
                return state.fault?.code != failure.reason.code
            }
            // No flag changes, but the state does.
            if isNew { notifier.send(.keys([])) }
            throw failure
        }
        await sendFollowing(fields)
    }

    /// Sends the request that the server wants besides that for flags.
    private func sendFollowing(_ fields: HTTPFields) async {
        let fault: FlagError?
        do {
            guard let request = try await source.followingRequest(after: fields) else { return }
            let response = try await sender.send(request)
            fault =
                (200...299).contains(response.status.code)
                ? nil : HTTPStatusError.of(response, from: request.url ?? source.address)
        } catch {
            // The server requests it again.
            guard !Task.isCancelled else { return }
            fault = Self.fault(of: error)
        }
        state.withLock { $0.followingError = fault }
    }

    /// Returns the fields of the response.
    private func exchange(_ attempt: Attempt, hint: RefetchHint?) async throws -> HTTPFields {
        var request = try await source.request(for: attempt.context, hint: hint)
        attempt.held?.add(to: &request.fields)
        let response = try await sender.send(request)
        try Task.checkCancellation()
        let now = options.clock.now()
        switch response.status {
        case 200:
            try Self.rejectPage(response, from: source.address)
            let answer = try source.read(response.body, for: attempt.context)
            let validator = Validator(etag: response.fields[.eTag], lastModified: response.fields[.lastModified])
            switch answer {
            case .values(let values): replace(values, validator, attempt, now)
            case .notModified: try confirm(attempt, response, now)
            }
        case 304: try confirm(attempt, response, now)
        default:
            throw RemoteFlagError(
                source.error(of: response), retryTime: RetryAfter.time(in: response.fields, now: now),
                isRejection: response.status == 401 || response.status == 403)
        }
        return response.fields
    }

    private func replace(_ new: RemoteFlagValues, _ validator: Validator, _ attempt: Attempt, _ now: Double) {
        let checksum = new.kept.map { FNV1a.hash($0) }
        let (isTaken, isChange, isRecovery) = state.withLock { state -> (Bool, Bool, Bool) in
            guard attempt.generation == state.generation, attempt.number > state.applied else {
                return (false, false, false)
            }
            let isRecovery = state.fault != nil
            let isSame = checksum != nil && checksum == state.values?.checksum && state.age(options) == nil
            state.applied = attempt.number
            state.fault = nil
            state.isRejected = false
            state.values = RemoteFlagState.Values(
                rules: new.rules, context: source.isContextSpecific ? attempt.context : nil, validator: validator,
                updated: now, isConfirmed: true, eventStreams: new.eventStreams,
                revision: new.revision, fault: Self.fault(of: new.diagnostics),
                checksum: checksum, writtenAt: now)
            return (true, !isSame, isRecovery)
        }
        guard isTaken else { return }
        if let body = new.kept {
            store(attempt.number) { cache in
                try cache.save(
                    RemoteFlagCache.Entry(
                        source: RemoteFlagCache.identity(of: source.address), updated: now,
                        validator: new.keepsValidator ? validator : Validator(),
                        context: source.isContextSpecific ? attempt.context : nil, body: body))
            }
        }
        if isChange { notifier.send(.all) } else if isRecovery { notifier.send(.keys([])) }
    }

    private func confirm(_ attempt: Attempt, _ response: HTTPResponseMessage<[UInt8]>, _ now: Double) throws {
        enum Outcome { case unknown, dropped, confirmed(isChange: Bool, isRecovery: Bool, isToBeKept: Bool) }
        let outcome = state.withLock { state -> Outcome in
            guard attempt.generation == state.generation, attempt.number > state.applied else { return .dropped }
            guard let held = attempt.held, var values = state.values, values.validator == held else { return .unknown }
            let wasAged = state.age(options) != nil
            let isRecovery = state.fault != nil
            let interval = min(options.staleAfter.map { $0.seconds / 10 } ?? 3_600, 3_600)
            let isToBeKept = now - values.writtenAt >= interval
            values.isConfirmed = true
            values.updated = now
            if isToBeKept { values.writtenAt = now }
            state.values = values
            state.applied = attempt.number
            state.fault = nil
            state.isRejected = false
            return .confirmed(isChange: wasAged, isRecovery: isRecovery, isToBeKept: isToBeKept)
        }
        switch outcome {
        case .dropped: break
        case .unknown:
            throw RemoteFlagError(HTTPStatusError.of(HTTPResponseMessage(status: 304), from: source.address))
        case .confirmed(let isChange, let isRecovery, let isToBeKept):
            if isToBeKept { store(attempt.number) { try $0.confirm(now) } }
            if isChange { notifier.send(.all) } else if isRecovery { notifier.send(.keys([])) }
        }
    }

    /// Writes to the file, unless a later fetch has written.
    private func store(_ number: Int, _ write: (RemoteFlagCache) throws -> Void) {
        guard let cache else { return }
        let fault: FlagError?
        do {
            try cache.write(number, write)
            fault = nil
        } catch {
            fault = FlagError(.general, "\(error)")
        }
        state.withLock { $0.cacheError = fault }
    }

    /// Applies the values cached by an earlier run, if they are for this source and context.
    func useCache(for context: EvaluationContext) {
        guard let cache else { return }
        do {
            guard let entry = try cache.use({ try $0.load() }) else { return }
            guard entry.source == RemoteFlagCache.identity(of: source.address),
                entry.context == (source.isContextSpecific ? context : nil)
            else { return }
            guard case .values(let values) = try source.read(entry.body, for: context) else { return }
            state.withLock { state in
                guard state.context == context, state.values == nil else { return }
                state.values = RemoteFlagState.Values(
                    rules: values.rules, context: entry.context, validator: entry.validator, updated: entry.updated,
                    isConfirmed: false, eventStreams: [], revision: values.revision,
                    fault: Self.fault(of: values.diagnostics),
                    checksum: FNV1a.hash(entry.body), writtenAt: entry.updated)
            }
        } catch let damage as RemoteFlagCache.DamageError {
            state.withLock { $0.cacheError = FlagError(.parseError, damage.description) }
        } catch {
            let damage = cache.use { $0.setAside("\(error)") }
            state.withLock { $0.cacheError = FlagError(.parseError, damage.description) }
        }
    }

    private static func fault(of error: any Error) -> FlagError {
        switch error {
        case let error as FlagError: error
        default: FlagError(.general, "\(error)")
        }
    }

    private static func fault(of faults: [String]) -> FlagError? {
        guard let first = faults.first else { return nil }
        let others = faults.count == 1 ? "" : " There are \(faults.count - 1) more diagnostics."
        return FlagError(.parseError, first + others)
    }

    /// Rejects web pages: a network with a sign-in page returns it for all requests.
    private static func rejectPage(_ response: HTTPResponseMessage<[UInt8]>, from address: URL) throws {
        guard let type = response.fields[.contentType]?.lowercased(), type.contains("html") else { return }
        throw FlagError(.parseError, "\(address.withoutSecrets) responded with a page (\(type)) instead of JSON.")
    }
}
