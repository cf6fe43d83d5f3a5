import FiresteelBase
import FiresteelTimeline
import Logging

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The current file of an output and its state.
///
/// A plain value, guarded by the output.
struct LogFile: ~Copyable {
    let names: LogFileNames
    private let rotation: FileLogOutput.Rotation
    private let period: Int64

    private var open: Open?
    /// Lines that could not be written since one could, and why.
    private var lost = 0
    private var reason: Int32 = 0
    private var reported: Set<LogFileError> = []
    private var unreported: [LogFileError] = []
    /// The time of the last check, opening, rotation or failed attempt.
    private var checked: Int64?
    private var triedToRotate: Int64?

    private struct Open {
        let descriptor: Int32
        let device: dev_t
        let inode: ino_t
        var size: Int
        /// The period that its lines are of.
        var period: Int64
        /// Whether the last line in it isn't whole.
        var isTorn: Bool
    }

    /// The interval between checks of the folder, in microseconds.
    private static let checkInterval: Int64 = 1_000_000

    init(names: LogFileNames, rotation: FileLogOutput.Rotation) {
        self.names = names
        self.rotation = rotation
        // Periods are at least a second, and whole ones are fine enough.
        let (microseconds, isTooLong) = rotation.period.components.seconds.multipliedReportingOverflow(by: 1_000_000)
        period = isTooLong ? .max : max(1_000_000, microseconds)
    }

    deinit {
        if let open { close(open.descriptor) }
    }

    /// Writes a line, opening and rotating the file as needed.
    /// - Parameters:
    ///   - line: The line in `format`, with its end.
    ///   - time: The time of the line, in microseconds since 1970-01-01T00:00:00Z.
    ///   - format: The format of additional lines.
    mutating func write(_ line: UnsafeRawBufferPointer, at time: Int64, _ format: LogFormat) {
        guard lost > 0 else { return write(line, at: time) }
        LineBuffer.with { buffer in
            format.write(gap(at: time), to: &buffer)
            buffer.append(line)
            write(buffer.bytes, at: time)
        }
    }

    private mutating func write(_ lines: UnsafeRawBufferPointer, at time: Int64) {
        follow(at: time)
        rotate(at: time, adding: lines.count)
        guard var file = open else {
            lost += 1
            return
        }
        let result = file.isTorn ? writeAnew(lines, to: file.descriptor) : LogWriting.write(lines, to: file.descriptor)
        file.size += result.count
        if result.count > 0 { file.isTorn = result.code != 0 }
        open = file
        if result.code == 0 {
            if lost > 0 { recover() }
        } else {
            lost += 1
            reason = result.code
            report(.cannotWrite(path: names.current, code: result.code))
        }
    }

    /// Ends the torn line before, with the same call.
    private func writeAnew(_ lines: UnsafeRawBufferPointer, to descriptor: Int32) -> LogWriting.Result {
        LineBuffer.with { buffer in
            buffer.append(.newline)
            buffer.append(lines)
            return LogWriting.write(buffer.bytes, to: descriptor)
        }
    }

    /// Returns the unreported errors.
    mutating func takeErrors() -> [LogFileError] {
        guard !unreported.isEmpty else { return [] }
        defer { unreported = [] }
        return unreported
    }

    mutating func erase() -> LogFileError? {
        leave()
        checked = nil
        var first: LogFileError?
        var paths = [names.current]
        do throws(LogFileError) { paths = try names.old() + paths } catch { first = error }
        for path in paths where unlink(path) != 0 && errno != ENOENT {
            first = first ?? .cannotRemove(path: path, code: errno)
        }
        return first
    }

    // MARK: Lost lines

    private func gap(at time: Int64) -> LogLine {
        let lines = lost == 1 ? "1 line is" : "\(lost) lines are"
        return LogLine(
            time: time, level: .warning, label: "firesteel.log",
            message: "\(lines) missing here: \(SystemError.message(reason))")
    }

    private mutating func recover() {
        lost = 0
        reported = reported.filter { !$0.isOutage }
    }

    private mutating func report(_ fault: LogFileError) {
        if reported.insert(fault).inserted { unreported.append(fault) }
    }

    // MARK: Opening

    /// Checks at intervals that the open file is still the one at its path.
    private mutating func follow(at time: Int64) {
        // In both directions, because the clock may have been set back.
        if let checked, (time - checked).magnitude < Self.checkInterval { return }
        checked = time
        if let file = open {
            var status = stat()
            if stat(names.current, &status) == 0, status.st_ino == file.inode, status.st_dev == file.device {
                // Another process may write to it as well.
                open?.size = Int(status.st_size)
                return
            }
            leave()
        }
        openFile(at: time)
    }

    private mutating func openFile(at time: Int64) {
        if let code = FolderMaking.make(names.folder) {
            reason = code
            return report(.cannotMakeFolder(path: names.folder, code: code))
        }
        // Opening doesn't wait for the reader of a pipe at this path.
        let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let descriptor = systemOpen(names.current, flags)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            reason = errno
            if descriptor >= 0 { close(descriptor) }
            return report(.cannotOpen(path: names.current, code: reason))
        }
        let size = Int(status.st_size)
        open = Open(
            descriptor: descriptor, device: status.st_dev, inode: status.st_ino, size: size,
            period: number(of: size == 0 ? time : Int64(status.modified) * 1_000_000),
            isTorn: size > 0 && Self.lastByte(of: descriptor, size: size) != .newline)
    }

    private mutating func leave() {
        if let file = open { close(file.descriptor) }
        open = nil
    }

    private static func lastByte(of descriptor: Int32, size: Int) -> UInt8? {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, off_t(size - 1)) == 1 ? byte : nil
    }

    // MARK: Turning over

    private mutating func rotate(at time: Int64, adding count: Int) {
        guard let file = open, file.size > 0,
            file.size + count > rotation.size || number(of: time) > file.period
        else { return }
        if let triedToRotate, (time - triedToRotate).magnitude < Self.checkInterval { return }
        // Another process may have rotated it already.
        checked = nil
        follow(at: time)
        guard let current = open, current.inode == file.inode, current.device == file.device else { return }
        guard let path = reservePath(at: time) else { return recordRotationError(at: time, errno) }
        if rename(names.current, path) != 0 {
            let code = errno
            unlink(path)
            // If it is missing, another process has just rotated it.
            guard code == ENOENT else { return recordRotationError(at: time, code) }
        }
        triedToRotate = nil
        leave()
        openFile(at: time)
        removeOldest()
    }

    private mutating func removeOldest() {
        do throws(LogFileError) {
            for path in try names.old().dropLast(rotation.files - 1) where unlink(path) != 0 && errno != ENOENT {
                report(.cannotRemove(path: path, code: errno))
            }
        } catch {
            report(error)
        }
    }

    private mutating func recordRotationError(at time: Int64, _ code: Int32) {
        triedToRotate = time
        report(.cannotRotate(path: names.current, code: code))
    }

    /// Returns an unused name, reserved by an empty file that is replaced by renaming.
    private func reservePath(at time: Int64) -> String? {
        for step in 0..<1_000 {
            let path = names.old(at: time + Int64(step) * 1_000)
            let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
            if descriptor >= 0 {
                close(descriptor)
                return path
            }
            if errno != EEXIST { return nil }
        }
        return nil
    }

    /// Returns the number of the period that a time is in.
    private func number(of time: Int64) -> Int64 { time / period }
}

extension stat {
    /// The time of the last modification, in seconds since 1970-01-01T00:00:00Z.
    fileprivate var modified: Int {
        #if canImport(Darwin)
        st_mtimespec.tv_sec
        #else
        st_mtim.tv_sec
        #endif
    }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags, S_IRUSR | S_IWUSR)
}
