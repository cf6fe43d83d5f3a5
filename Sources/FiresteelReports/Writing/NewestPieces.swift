/// A text of pieces, of which the oldest entries make room for the newest.
///
/// It never has more bytes than its bound but by the pieces that have to stay.
struct NewestPieces {
    private var pieces: [String] = []
    /// Which of them are entries, by their places; those that were dropped are empty.
    private var entries: [Int] = []
    private var firstEntry = 0
    private(set) var bytes = 0
    /// How many entries made room.
    private(set) var dropped = 0
    private let bound: Int

    init(bound: Int) { self.bound = bound }

    mutating func add(_ piece: String, isEntry: Bool) {
        guard !piece.isEmpty else { return }
        if isEntry { entries.append(pieces.count) }
        pieces.append(piece)
        bytes += piece.utf8.count
        while bytes > bound, firstEntry < entries.count { drop() }
        // What is gone takes no room for long.
        if firstEntry > 4_096, firstEntry > entries.count / 2 { compact() }
    }

    private mutating func drop() {
        let place = entries[firstEntry]
        bytes -= pieces[place].utf8.count
        pieces[place] = ""
        firstEntry += 1
        dropped += 1
    }

    private mutating func compact() {
        var kept: [String] = []
        var places: [Int] = []
        var next = firstEntry
        for (place, piece) in pieces.enumerated() where !piece.isEmpty {
            if next < entries.count, entries[next] == place {
                places.append(kept.count)
                next += 1
            }
            kept.append(piece)
        }
        pieces = kept
        entries = places
        firstEntry = 0
    }

    /// Whether it keeps within the bound.
    var fits: Bool { bytes <= bound }

    func forEach(_ body: (String) throws -> Void) rethrows {
        for piece in pieces where !piece.isEmpty { try body(piece) }
    }

    var text: String { pieces.joined() }
}
