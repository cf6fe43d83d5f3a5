import Foundation

/// Reads input files.
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
    private let temporary: String
    /// Whether the file is written in place rather than beside it.
    private let isInPlace: Bool
    private var handle: FileHandle?
    private let terminal: Terminal

    init(_ path: String?, _ terminal: Terminal) throws {
        // Symbolic links are resolved.
        let path = path.map { URL(filePath: $0).resolvingSymlinksInPath().path(percentEncoded: false) }
        self.path = path
        self.terminal = terminal
        temporary = (path ?? "") + ".\(getpid()).part"
        guard let path else {
            isInPlace = true
            return
        }
        // A device or a pipe is written to, not replaced.
        var status = stat()
        isInPlace = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        if !isInPlace { Self.removeLeftovers(of: path) }
        let descriptor =
            isInPlace
            ? open(path, O_WRONLY | O_CLOEXEC)
            : open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, String(cString: strerror(errno))) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit {
        // The temporary file remains only if writing failed.
        if handle != nil, !isInPlace { try? FileManager.default.removeItem(atPath: temporary) }
    }

    func put(_ text: String) throws {
        guard let handle else { return try terminal.put(text) }
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw CommandError(.output, "Can't write “\(path ?? "")”: \(InputFile.reason(error, temporary)).")
        }
    }

    /// Moves the file to its final location.
    func finish() throws {
        guard let handle, let path else { return }
        do {
            try handle.close()
        } catch {
            throw Self.failure(path, InputFile.reason(error, temporary))
        }
        guard isInPlace || rename(temporary, path) == 0 else {
            throw Self.failure(path, String(cString: strerror(errno)))
        }
        self.handle = nil
    }

    /// Removes the temporary files of commands that were killed while they wrote this file.
    private static func removeLeftovers(of path: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        let prefix = url.lastPathComponent + "."
        // What can't be listed or removed costs space only.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard name.hasPrefix(prefix), name.hasSuffix(".part"),
                let process = Int32(name.dropFirst(prefix.count).dropLast(".part".count)),
                process == getpid() || kill(process, 0) != 0 && errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    private static func failure(_ path: String?, _ reason: String) -> CommandError {
        CommandError(.cannotCreate, "Can't write “\(path ?? "")”: \(reason).")
    }
}
