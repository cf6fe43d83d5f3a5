/// A file of a section, in an archive.
public struct ReportFile: Sendable {
    /// The handling of a file that is too large.
    enum Excess: Sendable {
        /// The file is omitted, and the report lists it.
        case leaveOut
        /// The oldest entries are dropped. The closure determines which pieces are entries; all others remain.
        case dropOldest(isEntry: @Sendable (_ piece: String, _ index: Int) -> Bool)
    }

    /// Its name within the section: "snapshot.json".
    public let name: String
    let excess: Excess
    /// Whether it is a run, which takes the remaining space.
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

    /// Creates a text file.
    ///
    /// It is included completely or not at all.
    public init(_ name: String, _ text: String) {
        self.init(name, excess: .leaveOut) { sink in try sink(text) }
    }

    /// Creates a text file of lines, oldest first, written on demand.
    ///
    /// If it is too large, the newest lines are included.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - write: Passes each line with its end to its argument.
    public init(
        lines name: String, write: @escaping @Sendable (_ sink: (_ line: String) throws -> Void) throws -> Void
    ) {
        self.init(name, excess: .dropOldest { _, _ in true }, write: write)
    }
}
