import Firesteel
import FiresteelBase
import FiresteelTimeline
import Foundation

/// A call of an action.
struct ActionCall: Sendable {
    /// How far a caller has confirmed a call that destroys data.
    enum Confirmation: Sendable {
        /// It hasn't.
        case none
        /// It repeats the call with the confirmation that it got.
        case repeated(String)
        /// The person at the terminal agreed.
        case agreed
    }

    /// The name or the path of the action.
    let action: String
    /// The input as JSON, an object.
    let input: [UInt8]
    let caller: AutomationCaller
    let source: ActionSource
    var confirmation = Confirmation.none
}

extension Automation {
    /// Performs an action for a caller.
    ///
    /// A call whose task is cancelled is cancelled, as is one that takes too long; its action ends as it would for a person.
    func perform(_ call: ActionCall) async -> CallResult {
        guard let action = catalogue[call.action] else {
            return CallResult(
                .unknown, "There is no published action \(call.action.beginning(upTo: 200)). List the actions first.")
        }
        if let obstacle = action.obstacle { return CallResult(.unavailable, obstacle) }
        let input: String
        do {
            input = try self.input(call.input, of: action)
        } catch {
            // What isn't available is said before what is wrong with the input.
            return obstacle(to: action, for: call.caller) ?? CallResult(error)
        }
        if let result = unconfirmed(call, action, input) { return result }
        guard takeSlot(call.caller) else {
            return CallResult(.busy, "There are too many calls at a time. Try again in a moment.")
        }
        return await bounded(call.caller) { await self.perform(action, input, for: call) }
    }

    /// Returns the input from which an action decodes.
    ///
    /// - Throws: `ExternalInputError` if it is too large, isn't JSON, or doesn't match the description.
    private func input(_ bytes: [UInt8], of action: OfferedAction) throws(ExternalInputError) -> String {
        guard bytes.count <= limits.inputBytes else {
            throw ExternalInputError(
                .invalid, parameter: "", "The input is larger than \(limits.inputBytes) bytes. Pass less.")
        }
        let value: JSONValue
        do {
            let limit = JSONLimits(bytes: limits.inputBytes, depth: limits.inputDepth)
            value = try bytes.isEmpty ? .object([:]) : JSONValue(json: bytes, limits: limit)
        } catch {
            throw ExternalInputError(.invalid, parameter: "", "The input can't be read as JSON: \(error)")
        }
        return try InputCheck(input: action.action.input).json(of: value)
    }

    /// Returns the result of a call that must be confirmed first, or `nil` if it may be performed.
    private func unconfirmed(_ call: ActionCall, _ action: OfferedAction, _ input: String) -> CallResult? {
        guard action.action.effect == .destroys else { return nil }
        if let obstacle = obstacle(to: action, for: call.caller) { return obstacle }
        let subject = Confirmations.Subject(
            caller: call.caller, source: call.source, action: action.action.path, input: input)
        let message: String
        switch call.confirmation {
        case .agreed: return nil
        case .none: message = "\(action.action.name) removes data, or can't be undone. Confirm it."
        case .repeated(let text):
            guard let refusal = confirmations.refusal(of: text, for: subject) else { return nil }
            message = refusal
        }
        var result = CallResult(.unconfirmed, message)
        result.confirmation = confirmations.issue(for: subject)
        return result
    }

    private func perform(_ action: OfferedAction, _ input: String, for call: ActionCall) async -> CallResult {
        let output = ActionOutput(limit: limits.resultBytes)
        let session = session(of: call.caller)
        let request = ExternalRequest(
            action.action.path, from: call.source, isUserInitiated: call.source == .commandLine)
        do {
            let reply = try await session.use {
                try await runtime.reply(
                    to: request, input: JSONInput(Data(input.utf8)), presentedBy: router(output, session), in: session)
            }
            return result(reply, output, of: action)
        } catch let error as ExternalActionError {
            return CallResult(error, of: action)
        } catch {
            return CallResult(.failed, FeatureRuntime.recordedMessage(of: error))
        }
    }

    private func result(_ reply: ExternalReply, _ output: ActionOutput, of action: OfferedAction) -> CallResult {
        var result: CallResult
        switch reply.outcome {
        case .success, .successClosing: result = CallResult(.done, "\(action.action.name): done.")
        case .cancelled: result = CallResult(.failed, "\(action.action.name) was cancelled.")
        case .failure(let error), .failureClosing(let error):
            result = CallResult(
                .failed, "\(action.action.name) failed: \(FeatureRuntime.recordedMessage(of: error))")
        }
        do {
            if let json = try reply.json() {
                let text = String(decoding: json, as: UTF8.self)
                output.add((try? JSONValue(json: Array(json)).json(pretty: true)) ?? text, value: text)
            }
        } catch {
            result.message += " \(error.description)"
        }
        result.output = output.collected()
        return result
    }

    /// Returns the result of a call, or that it took too long.
    private func bounded(
        _ caller: AutomationCaller, _ call: @escaping @Sendable () async -> CallResult
    ) async -> CallResult {
        let (ends, continuation) = AsyncStream.makeStream(of: CallResult.self)
        let work = Task {
            let result = await call()
            releaseSlot(caller)
            continuation.yield(result)
        }
        let timer = Task { [limits] in
            try await Task.sleep(for: limits.callTime)
            work.cancel()
            // What reacts to cancellation gets a moment to say how it ended.
            try await Task.sleep(for: .seconds(1))
            continuation.yield(
                CallResult(
                    .timeout, "The call took longer than \(limits.callTime) and was cancelled. It may still end."))
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            for await end in ends { return end }
            // The task was cancelled: the stream ends at once, and the action when it notices.
            return CallResult(.failed, "The call was cancelled.")
        } onCancel: {
            work.cancel()
        }
    }
}
