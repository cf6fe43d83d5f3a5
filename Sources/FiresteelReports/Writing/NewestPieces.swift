/// A text of pieces that drops its oldest entries to limit its size.
///
/// It exceeds its bound only by pieces that aren't entries.
struct NewestPieces {
    private var pieces: [String] = []
    /// The indices of entries; dropped ones are empty.
    private var entries: [Int] = []
    private var firstEntry = 0
    private(set) var bytes = 0
    /// The number of dropped entries.
    private(set) var dropped = 0
    private let bound: Int

    init(bound: Int) { self.bound = bound }

    mutating func add(_ piece: String, isEntry: Bool) {
        guard !piece.isEmpty else { return }
        if isEntry { entries.append(pieces.count) }
        pieces.append(piece)
        bytes += piece.utf8.count
        while bytes > bound, firstEntry < entries.count { drop() }
        // Dropped entries are compacted occasionally.
        if firstEntry > 4_096, firstEntry > entries.count / 2 { compact() }
    }

    private mutating func drop() {
        let index = entries[firstEntry]
        bytes -= pieces[index].utf8.count
        pieces[index] = ""
        firstEntry += 1
        dropped += 1
    }

    private mutating func compact() {
        var kept: [String] = []
        var indices: [Int] = []
        var next = firstEntry
        for (index, piece) in pieces.enumerated() where !piece.isEmpty {
            if next < entries.count, entries[next] == index {
                indices.append(kept.count)
                next += 1
            }
            kept.append(piece)
        }
        pieces = kept
        entries = indices
        firstEntry = 0
    }

    /// Whether the text is within the bound.
    var fits: Bool { bytes <= bound }

    func forEach(_ body: (String) throws -> Void) rethrows {
        for piece in pieces where !piece.isEmpty { try body(piece) }
    }

    var text: String { pieces.joined() }
}
