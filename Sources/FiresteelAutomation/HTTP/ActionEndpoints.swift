import Firesteel
import FiresteelAgents
import FiresteelBase
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import Foundation
import HTTPTypes

/// The endpoints of scripts.
struct ActionEndpoints: Sendable {
    let automation: Automation

    /// The field that repeats a call with its confirmation.
    static let confirmation = HTTPField.Name(literal: "Firesteel-Confirmation")

    func respond(
        to request: HTTPRequestMessage, at target: RequestTarget, of caller: AutomationCaller
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        guard let segments = target.segments else { throw .badRequest("The path isn't valid.") }
        switch (request.method, segments.first, segments.count) {
        case (.get, "actions", 1): return list(for: caller)
        case (.get, "openapi.json", 1): return openAPI(request, for: caller)
        case (.get, "changes", 1): return changes(for: caller)
        case (.get, "results", 2): return try result(segments[1], target, for: caller)
        case (.post, "actions", 3...): return try await perform(segments.dropFirst(), request, for: caller)
        case (_, "actions", 1), (_, "openapi.json", 1), (_, "changes", 1), (_, "results", 2):
            throw .methodNotAllowed([.get])
        case (_, "actions", 3...): throw .methodNotAllowed([.post])
        default: throw .notFound("There is nothing at this address. GET /actions lists the actions.")
        }
    }

    private func list(for caller: AutomationCaller) -> HTTPServerResponse {
        let actions = automation.catalogue.actions.map { action in
            var members =
                automation.description(of: action, automation.obstacle(to: action, for: caller)).objectValue ?? [:]
            members["address"] = .string(action.address)
            return JSONValue.object(members)
        }
        return .json(["actions": .array(actions)])
    }

    private func openAPI(_ request: HTTPRequestMessage, for caller: AutomationCaller) -> HTTPServerResponse {
        let json = OpenAPIDocument(actions: automation.available(to: caller)).json.json()
        let tag = "\"\(Hexadecimal.text(SHA256.hash(Array(json.utf8)).prefix(16)))\""
        return HTTPFile(json.utf8, mediaType: "application/json", tag: tag).response(to: request.fields)
    }

    private func perform(
        _ segments: ArraySlice<String>, _ request: HTTPRequestMessage, for caller: AutomationCaller
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        let type = request.fields[.contentType]?.split(separator: ";").first.map { Substring($0).trimmed.lowercased() }
        guard request.body.isEmpty || type == "application/json" else {
            throw HTTPProblem(
                status: .unsupportedMediaType, code: "media-type",
                message: "The body must be JSON, with the field Content-Type: application/json.")
        }
        let path = ActionPath(
            feature: FeaturePath(segments.dropLast().joined(separator: "/")), action: segments.last ?? "")
        let confirmation = request.fields[Self.confirmation].map { ActionCall.Confirmation.repeated($0) } ?? .none
        let result = await automation.perform(
            ActionCall(
                action: path.text, input: request.body, caller: caller, source: .http, confirmation: confirmation))
        let answer = automation.answer(result, for: caller)
        guard let problem = result.problem else { return .json(.object(answer.members)) }
        return HTTPProblem(
            status: problem.status, code: problem.code, message: result.message,
            details: answer.details, fields: problem.fields
        ).response
    }

    private func result(
        _ identifier: String, _ target: RequestTarget, for caller: AutomationCaller
    ) throws(HTTPProblem) -> HTTPServerResponse {
        guard let offset = Int(target.query["offset"] ?? "0"), offset >= 0 else {
            throw .badRequest("offset must be a number from 0.")
        }
        let part = automation.results.part(
            of: identifier, for: caller.identifier, from: offset, length: automation.limits.outputBytes)
        guard let part else { throw .notFound("The result is no longer stored. Perform the action again.") }
        return .json(part.json)
    }

    private func changes(for caller: AutomationCaller) -> HTTPServerResponse {
        let event = ServerSentEvents.event("actions", "{}")
        return .events(ServerSentEvents(greeting: event, automation.changes(for: caller, event)))
    }
}

extension CallAnswer {
    /// The members of an error beside its code and message.
    fileprivate var details: [String: JSONValue] {
        var members = members
        members["message"] = nil
        members["outcome"] = nil
        if let confirmation = result.confirmation { members["confirmation"] = .string(confirmation) }
        return members
    }
}

extension CallResult {
    /// The status and the code of a response to a call that isn't done.
    fileprivate var problem: (status: HTTPResponse.Status, code: String, fields: HTTPFields)? {
        switch outcome {
        case .done: nil
        case .failed: (.unprocessableContent, "failed", [:])
        case .unknown: (.notFound, "not-found", [:])
        case .wrongInput: (.badRequest, "input", [:])
        case .unavailable: (.conflict, "unavailable", [:])
        case .unconfirmed: (HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), "unconfirmed", [:])
        case .busy: (.serviceUnavailable, "busy", [.retryAfter: "1"])
        case .timeout: (.gatewayTimeout, "timeout", [:])
        }
    }
}
