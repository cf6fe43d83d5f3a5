/// An error of reading or removing a run.
public enum RunError: Error, Sendable, Hashable {
    /// There is no run with this identifier, or no file at this path.
    case notFound(String)
    /// The system refused. `code` is its error number.
    case system(path: String, code: Int32)
    /// The file isn't a recorded run.
    case notARun
    /// The run has a newer format than this version supports.
    case newerFormat(version: Int)
    /// The run's header is damaged, for the given reason.
    case damaged(String)
    /// The run is still being recorded and can't be removed.
    case running(String)
}

extension RunError: CustomStringConvertible {
    /// The failed operation and the reason.
    public var description: String {
        switch self {
        case .notFound(let name): "There is no run “\(name)”."
        case .system(let path, let code): "\(path): \(SystemError.message(code))."
        case .notARun: "The file isn't a recorded run."
        case .newerFormat(let version):
            """
            The run is in format \(version), and this version of Firesteel reads formats up to \
            \(JournalLayout.version). Read it with the version that wrote it, or a later one.
            """
        case .damaged(let what): "The run can't be read: \(what)."
        case .running(let name): "The run “\(name)” is still being recorded."
        }
    }
}
