import FiresteelBase
import Synchronization

/// The connection of an agent that sends and receives messages one after the other.
final class AgentConnection<Service: AgentService>: Sendable {
    private struct State {
        /// The requests in progress, by their ids.
        var tasks: [JSONValue: Task<Void, Never>] = [:]
        /// The ids of those that don't end by themselves.
        var subscriptions: Set<JSONValue> = []
        var canAsk = false
        /// The task that sends changes to a session.
        var following: Task<Void, Never>?
    }

    private let service: Service
    private let responder: AgentResponder<Service>
    private let caller: Service.Caller
    private let send: @Sendable (JSONValue) -> Void
    private let questions = AgentQuestions()
    private let state = Mutex(State())

    init(service: Service, caller: Service.Caller, send: @escaping @Sendable (JSONValue) -> Void) {
        self.service = service
        self.caller = caller
        self.send = send
        responder = AgentResponder(service: service, caller: caller)
    }

    /// Receives a message; responses to requests are sent as they are ready.
    func receive(_ line: [UInt8]) {
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) else { return }
        do {
            switch try AgentMessage(line, service.messageLimits) {
            case .request(let request): begin(request)
            case .notification("notifications/cancelled", let params):
                guard let id = params["requestId"] else { return }
                state.withLock { $0.tasks[id] }?.cancel()
            case .notification: break
            case .response(let id, let result): questions.answer(id, result)
            }
        } catch {
            send(error.response(to: nil))
        }
    }

    /// Waits for the responses to all requests, and ends subscriptions.
    func end() async {
        questions.close()
        let tasks = state.withLock { state in
            state.following?.cancel()
            for id in state.subscriptions { state.tasks[id]?.cancel() }
            return Array(state.tasks.values)
        }
        for task in tasks { await task.value }
    }

    private func begin(_ request: AgentRequest) {
        let peer: AgentPeer
        do {
            peer = try self.peer(of: request)
        } catch {
            send(request.response(error))
            return
        }
        if request.method == "initialize", !peer.isStateless {
            let canAsk = request.params["capabilities"]?.objectValue?["elicitation"]?.objectValue != nil
            state.withLock { $0.canAsk = canAsk }
            if service.hasSessions { follow() }
        }
        let isSubscription = request.method == "subscriptions/listen" && peer.isStateless
        // While holding the lock, so that the task isn't removed before it is added.
        state.withLock { state in
            let task = Task {
                if isSubscription {
                    await listen(request)
                } else {
                    let response = await responder.response(to: request, from: peer)
                    if !Task.isCancelled { send(response) }
                }
                finish(request.id)
            }
            state.tasks[request.id] = task
            if isSubscription { state.subscriptions.insert(request.id) }
        }
    }

    private func finish(_ id: JSONValue) {
        state.withLock { state in
            state.tasks[id] = nil
            state.subscriptions.remove(id)
        }
    }

    private func peer(of request: AgentRequest) throws(AgentError) -> AgentPeer {
        if request.version != nil { return try AgentPeer(stateless: request) }
        guard state.withLock({ $0.canAsk }) else { return .session(nil) }
        return .session { [questions, send] params in await questions.ask(params, send: send) }
    }

    /// Sends the changes of tools to a session.
    private func follow() {
        let changes = service.changes(for: caller, "")
        let task = Task { [send] in
            for await _ in changes { send(["jsonrpc": "2.0", "method": "notifications/tools/list_changed"]) }
        }
        state.withLock { state in
            state.following?.cancel()
            state.following = task
        }
    }

    /// Sends the changes of tools until the request is cancelled.
    private func listen(_ request: AgentRequest) async {
        let subscription = AgentSubscription(request, canNotify: service.hasSessions)
        let changes = service.changes(for: caller, "")
        send(subscription.acknowledgement)
        if subscription.hasTools {
            for await _ in changes { send(subscription.change) }
        }
        if !Task.isCancelled { send(subscription.end) }
    }
}
