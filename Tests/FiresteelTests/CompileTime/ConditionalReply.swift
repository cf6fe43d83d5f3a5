import Firesteel

func count() async throws -> Int? {
    try await Sharing.count.request()?.reply()
}

func length(_ note: Note) async throws -> Int? {
    try await Sharing.length.request()?.reply(to: note)
}
