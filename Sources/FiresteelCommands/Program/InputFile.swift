import FiresteelBase
import Foundation

enum InputFile {
    /// Returns the bytes of a file, or of standard input for “-”.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            if path == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandError(.noInput, "Can't read “\(path)”: \(reason(error, path)).")
        }
    }

    /// Returns the system's message about a file.
    static func reason(_ error: any Error, _ path: String) -> String {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return "it isn't a regular file" }
        let code = (error as NSError).userInfo[NSUnderlyingErrorKey].flatMap { ($0 as? NSError)?.code }
        switch error {
        case let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile:
            return "it doesn't exist"
        case let error as CocoaError where error.code == .fileReadNoPermission || error.code == .fileWriteNoPermission:
            return "permission is denied"
        default: return code.map { String(cString: strerror(Int32($0))) } ?? "\(error.localizedDescription)"
        }
    }
}

/// An output file, which is created completely or not at all; standard output without a path.
final class OutputFile {
    private let path: String?
    /// The file beside the final location, which is removed unless it is moved there.
    private var replacement: ReplacementFile?
    /// Whether the file is written in place rather than beside it.
    private let isInPlace: Bool
    private var handle: FileHandle?
    private let terminal: Terminal

    init(_ path: String?, _ terminal: Terminal) throws {
        // Symbolic links are resolved.
        let path = path.map { URL(filePath: $0).resolvingSymlinksInPath().path(percentEncoded: false) }
        self.path = path
        self.terminal = terminal
        guard let path else {
            isInPlace = true
            return
        }
        // A device or a pipe is written to, not replaced.
        var status = stat()
        isInPlace = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        guard isInPlace else {
            do {
                let replacement = try ReplacementFile(path)
                self.replacement = replacement
                handle = FileHandle(fileDescriptor: replacement.descriptor, closeOnDealloc: false)
            } catch {
                throw Self.failure(path, error.description)
            }
            return
        }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, String(cString: strerror(errno))) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func put(_ text: String) throws {
        guard let handle else { return try terminal.put(text) }
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw CommandError(
                .output,
                "Can't write “\(path ?? "")”: \(InputFile.reason(error, replacement?.temporaryPath ?? path ?? "")).")
        }
    }

    /// Moves the file to its final location.
    func finish() throws {
        guard let handle, let path else { return }
        do {
            if let replacement {
                guard try replacement.publish() else { throw FileReplacementError(code: ENOENT) }
            } else {
                try handle.close()
            }
        } catch let error as FileReplacementError {
            throw Self.failure(path, error.description)
        } catch {
            throw Self.failure(path, InputFile.reason(error, path))
        }
        self.handle = nil
        replacement = nil
    }

    private static func failure(_ path: String?, _ reason: String) -> CommandError {
        CommandError(.cannotCreate, "Can't write “\(path ?? "")”: \(reason).")
    }
}
