#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Conversion of system errors into errors for users.
enum SystemError {
    /// Returns the error for a failed system call on a document's file.
    ///
    /// - Parameter code: The value of `errno` immediately after the call.
    static func of(_ name: DocumentName, code: Int32) -> DocumentError {
        switch code {
        case ENOENT, ENOTDIR: .missing(name)
        case EEXIST: .nameTaken(name)
        case EISDIR: .notADocument(name)
        case ELOOP: .outside(name)
        default: of(path: name.path, code: code)
        }
    }

    static func of(path: String, code: Int32) -> DocumentError {
        switch code {
        case EACCES, EPERM, EROFS: .notPermitted(path)
        case ENOSPC, EDQUOT: .diskFull(path)
        default: .system(path, code: code, message: String(cString: strerror(code)))
        }
    }
}
