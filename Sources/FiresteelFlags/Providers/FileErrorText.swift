import FiresteelBase
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The reasons of errors of the file system, without Foundation's dump of the error.
package enum FileErrorText {
    /// Returns a reason that continues a sentence, without a period at its end.
    package static func reason(of error: any Error) -> String {
        if isMissing(error) { return "the file doesn't exist" }
        switch (error as? CocoaError)?.code {
        case .fileReadNoPermission?, .fileWriteNoPermission?: return "access is denied"
        case .fileWriteOutOfSpace?: return "the disk is full"
        case .fileWriteVolumeReadOnly?: return "the disk is read-only"
        default: break
        }
        if let code = posixCode(of: error) { return String(cString: strerror(code)).lowercased() }
        let text = error is CocoaError ? error.localizedDescription : "\(error)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Whether an error says that a file, or a folder on its path, doesn't exist.
    package static func isMissing(_ error: any Error) -> Bool {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: true
        default: posixCode(of: error) == ENOENT
        }
    }

    private static func posixCode(of error: any Error) -> CInt? {
        if let error = error as? POSIXError { return error.code.rawValue }
        if let error = error as? FileReplacementError { return error.code }
        let underlying = (error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? any Error
        return (underlying as? POSIXError)?.code.rawValue
    }
}
