/// An entry about access: who got which right from whom, and who signed in.
package struct AccessLogEntry: Codable, Sendable, Hashable {
    /// The number in the whole log, without gaps, 0 before the entry is stored.
    package internal(set) var number: Int64 = 0
    /// The time, in milliseconds since 1970.
    package let time: Int64
    /// The program, empty if it concerns none.
    package let program: String
    /// The event, such as `tokenCreated`.
    package let event: String
    /// The identifier of who did it.
    package let actor: String
    /// The name of who did it.
    package let actorName: String
    /// The subject, in a few words.
    package let details: String

    /// Creates an entry.
    package init(time: Int64, program: String = "", event: String, actor: String, actorName: String, details: String) {
        self.time = time
        self.program = program
        self.event = event
        self.actor = actor
        self.actorName = actorName
        self.details = details
    }

    /// Returns the hash of the entry as it is stored, which covers that of the entry before.
    func hash(after previous: String) -> String {
        ChangeHash.of([previous, String(number), String(time), program, event, actor, actorName, details])
    }
}
