/// The messages of a turn that one transaction rolls up, and their names.
struct RollUpBatch: Sendable {
    /// The sessions of one transaction, unless one message has more: each has ``SessionFacts/maximumBytes`` of names, which
    /// take several times as much in memory.
    static let maximumSessions = 1_000

    /// The messages, those that were received first are first.
    private(set) var messages: [PreparedMessage] = []
    /// Rows that can't be rolled up.
    private(set) var unreadable: [InboxTurn.Row]
    /// The names, those of the messages included.
    private(set) var names: NameBook
    /// The number of the scope that is served last.
    private(set) var last: Int64

    /// Reads the messages of a turn until there are enough sessions; the others remain in the inbox.
    ///
    /// - Parameters:
    ///   - turn: The turn.
    ///   - former: The number of the scope that was served last before.
    ///   - names: The names that are known.
    init(_ turn: InboxTurn, after former: Int64, names: NameBook) {
        unreadable = turn.damaged
        self.names = names
        last = turn.last
        var sessions = 0
        var served: Int64?
        for (round, source) in turn.alternating(after: former) {
            do {
                let message = try PreparedMessage(source, names: &self.names)
                guard sessions == 0 || sessions + message.sessionCount <= Self.maximumSessions else {
                    // Those scopes that weren't served are the first of the next turn.
                    if round == 0, let served { last = served }
                    break
                }
                sessions += message.sessionCount
                messages.append(message)
            } catch {
                unreadable.append(source.row)
            }
            served = source.scope
        }
        messages.sort { one, other in
            let (a, b) = (one.source, other.source)
            return (a.received, a.scope, a.run, a.number) < (b.received, b.scope, b.run, b.number)
        }
    }

    /// The rows of the inbox.
    var rows: [InboxTurn.Row] { messages.map(\.source.row) + unreadable }

    var count: Int { messages.count + unreadable.count }
}

extension InboxTurn {
    /// The messages with their places among those of their scope: one of each scope in turn, so that all have a share of a
    /// limit.
    ///
    /// - Parameter former: The number of the scope after which the order begins.
    func alternating(after former: Int64) -> [(round: Int, message: InboxTable.Waiting)] {
        var counts: [Int64: Int] = [:]
        var placed: [(round: Int, message: InboxTable.Waiting)] = []
        for message in messages {
            placed.append((counts[message.scope, default: 0], message))
            counts[message.scope, default: 0] += 1
        }
        return placed.sorted { one, other in
            let (a, b) = (one.message.scope, other.message.scope)
            return (one.round, a > former ? 0 : 1, a) < (other.round, b > former ? 0 : 1, b)
        }
    }
}

extension PreparedMessage {
    /// The number of sessions that it is of.
    var sessionCount: Int {
        switch content {
        case .segment(let people, _, _): max(1, people.count)
        case .report: 1
        }
    }
}
