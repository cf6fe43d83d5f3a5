/// A measured operation.
struct Subject {
    let name: String
    /// The factor from the time of one repetition to the time of the named operation.
    let share: Double
    /// Repeats the operation.
    let run: @MainActor (Int) async -> Void

    init(_ name: String, share: Double = 1, run: @escaping @MainActor (Int) async -> Void) {
        self.name = name
        self.share = share
        self.run = run
    }
}
