import FiresteelBase
package import FiresteelHTTP
package import FiresteelHTTPServer
import Foundation
package import HTTPTypes

/// The endpoint of agents: the streamable HTTP of the Model Context Protocol, stateless and with sessions.
package struct AgentEndpoint<Service: AgentService>: Sendable {
    private typealias Session = AgentSession<Service.Caller>

    private let service: Service
    private let sessions = AgentSessions<Service.Caller>()

    /// Creates an endpoint.
    package init(_ service: Service) { self.service = service }

    /// Responds to a request of a caller, whose credential is checked already.
    package func respond(
        to request: HTTPRequestMessage, of caller: Service.Caller
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        switch request.method {
        case .post: return await post(request, caller)
        case _ where !service.hasSessions: throw .methodNotAllowed([.post])
        case .get: return changes(for: caller, try opened(by: request, caller))
        case .delete:
            sessions.close(try opened(by: request, caller))
            return HTTPServerResponse(status: .noContent)
        default: throw .methodNotAllowed([.get, .post, .delete])
        }
    }

    private func post(_ request: HTTPRequestMessage, _ caller: Service.Caller) async -> HTTPServerResponse {
        do throws(AgentError) {
            let type = request.fields[.contentType]?.split(separator: ";").first
            guard type.map({ Substring($0).trimmed.lowercased() }) == "application/json" else {
                throw AgentError(
                    .invalidRequest, "The body must be JSON, with the field Content-Type: application/json.")
            }
            switch try AgentMessage(request.body, service.messageLimits) {
            case .request(let message): return await respond(to: message, request, caller)
            case .notification: return HTTPServerResponse(status: .accepted)
            case .response(let id, let result):
                guard let session = try? opened(by: request, caller) else {
                    return HTTPServerResponse(status: .notFound)
                }
                session.questions.answer(id, result)
                return HTTPServerResponse(status: .accepted)
            }
        } catch {
            return .json(error.response(to: nil), status: .badRequest)
        }
    }

    private func respond(
        to message: AgentRequest, _ request: HTTPRequestMessage, _ caller: Service.Caller
    ) async -> HTTPServerResponse {
        if message.version != nil || request.fields[.agentProtocol] == AgentProtocol.stateless {
            return await respond(toStateless: message, request, caller)
        }
        let responder = AgentResponder(service: service, caller: caller)
        guard service.hasSessions else {
            return .json(await responder.response(to: message, from: .session(nil)))
        }
        if message.method == "initialize" {
            let canAsk = message.params["capabilities"]?.objectValue?["elicitation"]?.objectValue != nil
            let session = sessions.open(for: caller, canAsk: canAsk)
            var response = HTTPServerResponse.json(await responder.response(to: message, from: .session(nil)))
            response.fields[.agentSession] = session.identifier
            return response
        }
        do throws(HTTPProblem) {
            let session = try opened(by: request, caller)
            guard session.canAsk, message.method == "tools/call" else {
                return .json(await responder.response(to: message, from: .session(nil)))
            }
            return asking(session, message, responder)
        } catch {
            return error.response
        }
    }

    /// Returns a response whose stream may have a question to the user before the result.
    private func asking(
        _ session: Session, _ message: AgentRequest, _ responder: AgentResponder<Service>
    ) -> HTTPServerResponse {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task {
            let response = await responder.response(
                to: message,
                from: .session { params in
                    await session.questions.ask(params) { continuation.yield(Self.event($0)) }
                })
            continuation.yield(Self.event(response))
            continuation.finish()
        }
        // A client that disconnects during a call continues it, as the protocol of sessions says.
        return .events(ServerSentEvents(events) { _ = task })
    }

    private func respond(
        toStateless message: AgentRequest, _ request: HTTPRequestMessage, _ caller: Service.Caller
    ) async -> HTTPServerResponse {
        do {
            try Self.check(request.fields, of: message)
            let peer = try AgentPeer(stateless: message)
            if message.method == "subscriptions/listen" {
                return listening(AgentSubscription(message, canNotify: service.hasSessions), caller)
            }
            let response = await AgentResponder(service: service, caller: caller)
                .response(to: message, from: peer)
            return .json(response, status: Self.status(of: response))
        } catch {
            return .json(message.response(error), status: error.code == .unknownMethod ? .notFound : .badRequest)
        }
    }

    /// Checks that the fields of a request say what its body says, since others decide by them.
    private static func check(_ fields: HTTPFields, of message: AgentRequest) throws(AgentError) {
        func value(_ name: HTTPField.Name) -> String? {
            let values = fields[values: name]
            return values.count == 1 ? decoded(values[0]) : nil
        }
        guard value(.agentProtocol) == message.version?.stringValue, message.version != nil else {
            throw AgentError(
                .headerMismatch, "\(HTTPField.Name.agentProtocol) must be the protocol version of the body.")
        }
        guard value(.agentMethod) == message.method else {
            throw AgentError(.headerMismatch, "\(HTTPField.Name.agentMethod) must be the method of the body.")
        }
        guard message.method != "tools/call" || value(.agentName) == message.params["name"]?.stringValue else {
            throw AgentError(.headerMismatch, "\(HTTPField.Name.agentName) must be the name in the body.")
        }
    }

    /// Returns the text of a field, which is base64 between marks if a field can't have it.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?=") else { return value }
        return Data(base64Encoded: String(value.dropFirst(9).dropLast(2))).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func status(of response: JSONValue) -> HTTPResponse.Status {
        switch response.objectValue?["error"]?.objectValue?["code"]?.intValue {
        case nil: .ok
        case AgentError.Code.unknownMethod.rawValue: .notFound
        default: .badRequest
        }
    }

    private func listening(_ subscription: AgentSubscription, _ caller: Service.Caller) -> HTTPServerResponse {
        let greeting = Self.event(subscription.acknowledgement)
        guard subscription.hasTools else {
            return .events(ServerSentEvents(greeting: greeting + Self.event(subscription.end), .finished))
        }
        let changes = service.changes(for: caller, Self.event(subscription.change))
        return .events(ServerSentEvents(greeting: greeting, changes))
    }

    private func changes(for caller: Service.Caller, _ session: Session) -> HTTPServerResponse {
        let change: JSONValue = ["jsonrpc": "2.0", "method": "notifications/tools/list_changed"]
        return .events(
            ServerSentEvents(greeting: ": \n\n", service.changes(for: caller, Self.event(change))))
    }

    private static func event(_ message: JSONValue) -> String { ServerSentEvents.event("message", message.json()) }

    /// Returns the session that a request names.
    private func opened(
        by request: HTTPRequestMessage, _ caller: Service.Caller
    ) throws(HTTPProblem) -> Session {
        guard let identifier = request.fields[.agentSession] else {
            let name = HTTPField.Name.agentSession.rawName
            throw .badRequest("The field \(name) is missing. Begin with the method initialize.")
        }
        guard let session = sessions.find(identifier, of: caller) else {
            throw .notFound("The session is closed. Begin another with the method initialize.")
        }
        return session
    }
}

extension AsyncStream where Element == String {
    /// A stream without elements.
    fileprivate static var finished: AsyncStream<String> { AsyncStream { $0.finish() } }
}

extension HTTPField.Name {
    /// The session of a client.
    fileprivate static let agentSession = HTTPField.Name(literal: "Mcp-Session-Id")
    /// The version of the protocol.
    package static let agentProtocol = HTTPField.Name(literal: "MCP-Protocol-Version")
    /// The method of a stateless request.
    package static let agentMethod = HTTPField.Name(literal: "Mcp-Method")
    /// The tool of a stateless request.
    package static let agentName = HTTPField.Name(literal: "Mcp-Name")
}
