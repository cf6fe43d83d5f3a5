/// One operation to be measured.
struct Subject {
    let name: String
    /// What the time of the operation is multiplied with to give that of what the name says.
    let share: Double
    /// Does it so many times.
    let run: @MainActor (Int) async -> Void

    init(_ name: String, share: Double = 1, run: @escaping @MainActor (Int) async -> Void) {
        self.name = name
        self.share = share
        self.run = run
    }
}
