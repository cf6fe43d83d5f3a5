/// An error that makes a timeline record to memory although a folder is configured.
///
/// Recording continues. The description is a message for the developer or operator.
public enum TimelineStorageError: Error, Sendable, Hashable {
    /// The folder could not be created. `code` is the system's error number.
    case cannotMakeFolder(path: String, code: Int32)
    /// The run file could not be created in the folder.
    case cannotMakeFile(path: String, code: Int32)
    /// There is no space for the run file.
    case diskFull(path: String, bytes: Int)
    /// The run file could not be mapped into memory.
    case cannotMap(path: String, code: Int32)
}

extension TimelineStorageError: CustomStringConvertible {
    /// The failed operation, the reason and its effect.
    public var description: String {
        switch self {
        case .cannotMakeFolder(let path, let code):
            "Can't create timeline folder \(path): \(SystemError.message(code)). The timeline is stored in memory only."
        case .cannotMakeFile(let path, let code):
            "Can't create timeline file \(path): \(SystemError.message(code)). The timeline is stored in memory only."
        case .diskFull(let path, let bytes):
            """
            The disk is full: there is no room for the \(bytes) bytes of \(path). \
            The timeline is stored in memory only.
            """
        case .cannotMap(let path, let code):
            "Can't map timeline file \(path): \(SystemError.message(code)). The timeline is stored in memory only."
        }
    }
}
