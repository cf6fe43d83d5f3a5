/// Why a timeline records to memory although a folder was asked for.
///
/// Recording goes on all the same. The description is a sentence for the person who runs the program.
public enum TimelineStorageError: Error, Sendable, Hashable {
    /// The folder could not be made. `code` is the system's error number.
    case cannotMakeFolder(path: String, code: Int32)
    /// The run file could not be made in the folder.
    case cannotMakeFile(path: String, code: Int32)
    /// There is no room for the run file.
    case diskFull(path: String, bytes: Int)
    /// The run file could not be mapped into memory.
    case cannotMap(path: String, code: Int32)
}

extension TimelineStorageError: CustomStringConvertible {
    /// A sentence for people: what was wrong, where, and what to do.
    public var description: String {
        switch self {
        case .cannotMakeFolder(let path, let code):
            "The folder \(path) can't be made: \(SystemError.message(code)). The timeline is kept in memory only."
        case .cannotMakeFile(let path, let code):
            "The timeline's file \(path) can't be made: \(SystemError.message(code)). The timeline is kept in memory only."
        case .diskFull(let path, let bytes):
            """
            The disk is full: there is no room for the \(bytes) bytes of \(path). \
            The timeline is kept in memory only.
            """
        case .cannotMap(let path, let code):
            "The timeline's file \(path) can't be mapped: \(SystemError.message(code)). The timeline is kept in memory only."
        }
    }
}
