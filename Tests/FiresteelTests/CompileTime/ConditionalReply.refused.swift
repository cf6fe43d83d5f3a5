import Firesteel

// The check is needed for an action that replies as well.

func count() async throws -> Int {
    // error: 'reply(options:)' is unavailable: request the conditional feature first
    try await Sharing.count.reply()
}

func length(_ note: Note) async throws -> Int {
    // error: 'reply(to:options:)' is unavailable: request the conditional feature first
    try await Sharing.length.reply(to: note)
}
