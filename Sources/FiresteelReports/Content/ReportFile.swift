/// A file of a section, in an archive.
public struct ReportFile: Sendable {
    /// What happens where there is no room for all of it.
    enum Excess: Sendable {
        /// The file is left out, and the report says so.
        case leaveOut
        /// The oldest entries are left out. Which pieces are entries is up to what is given; all others stay.
        case dropOldest(isEntry: @Sendable (_ piece: String, _ index: Int) -> Bool)
    }

    /// Its name within the section: "snapshot.json".
    public let name: String
    let excess: Excess
    /// Whether it is a run, which takes as much room as there is.
    let isOfRun: Bool
    let write: @Sendable (_ sink: (String) throws -> Void) throws -> Void

    init(
        _ name: String, excess: Excess, isOfRun: Bool = false,
        write: @escaping @Sendable (_ sink: (String) throws -> Void) throws -> Void
    ) {
        self.name = name
        self.isOfRun = isOfRun
        self.excess = excess
        self.write = write
    }

    /// A text.
    ///
    /// It is there as a whole or not at all.
    public init(_ name: String, _ text: String) {
        self.init(name, excess: .leaveOut) { sink in try sink(text) }
    }

    /// A text of lines, the oldest first, written when it is wanted.
    ///
    /// Where there is no room for all of them, the newest are there.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - write: Calls what it is given with each line and its end.
    public init(
        lines name: String, write: @escaping @Sendable (_ sink: (_ line: String) throws -> Void) throws -> Void
    ) {
        self.init(name, excess: .dropOldest { _, _ in true }, write: write)
    }
}
