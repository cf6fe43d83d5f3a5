public import Logging
import Synchronization

/// Writes log lines to a file that rotates by size and age, with a limit on retained files.
///
/// Each line is one `write` of the system, completed when the call returns: a crash of the program loses none.
///
/// **Names.** The current file is `NAME.log`, or `NAME.jsonl` for JSON Lines. Rotation renames it to
/// `NAME-20261121T165607.067Z.log`, after the time in UTC of the first line of the next file, so that names sort by
/// age. See ``Rotation`` for the limits. Only files with such names are ever removed.
///
/// **Errors.** A missing folder is created. A file that was removed or renamed is detected within a second and created
/// again. If the folder can't be used or the disk is full, lines are dropped, the error is reported once, and the
/// output retries, at most once a second while the file isn't open. The first line after a gap is preceded by one with
/// the number of missing lines.
///
/// Several outputs and several processes may write to the same file: lines don't mix, and all writers follow a rotation
/// within a second.
///
/// Files are readable only by their owner, because lines may contain personal data. Lines of a principal's actions contain
/// the principal's identifier. ``FeatureRuntime/eraseTimeline(of:)`` doesn't remove them from files: they are removed by
/// rotation and by ``erase()``.
public final class FileLogOutput: LogOutput {
    /// The rotation of a file and the number of retained files.
    public struct Rotation: Sendable, Hashable {
        /// The maximum size of a file in bytes.
        ///
        /// At least 1 KiB; a longer line gets a separate file.
        public var size: Int
        /// A file has lines of one period only: periods follow each other from 1970-01-01T00:00:00Z, so that with the
        /// default of one day a file ends at midnight UTC.
        ///
        /// Whole seconds, at least one.
        public var period: Duration
        /// The number of retained files, the current one included.
        ///
        /// At least 1.
        public var files: Int

        /// Creates a rotation.
        ///
        /// By default files have up to 10 MiB and cover one day, and ten are retained.
        public init(size: Int = 10 << 20, period: Duration = .seconds(86_400), files: Int = 10) {
            self.size = max(1 << 10, size)
            self.period = max(.seconds(1), period)
            self.files = max(1, files)
        }
    }

    /// The file that is written to.
    public let path: String

    /// The lowest level that is taken.
    public let minimumLevel: Logger.Level
    private let format: LogFormat
    private let onError: @Sendable (LogFileError) -> Void
    private let file: Mutex<LogFile>

    /// Creates an output.
    ///
    /// The file is opened with the first line.
    ///
    /// - Parameters:
    ///   - folder: The files' folder.
    ///   - name: The prefix of the files' names. A `/` is replaced by `-`.
    ///   - format: The format of lines. Text with date and time by default.
    ///   - minimumLevel: The lowest level to write. All levels by default.
    ///   - rotation: The rotation and the number of retained files.
    ///   - onError: Called once for each error, until lines can be written again. By default the error is added to
    ///     ``FeatureRuntime/faults`` of the current runtime, or written to standard error without one. It may log.
    public init(
        folder: String, name: String = "log", format: LogFormat = .text(.dated), minimumLevel: Logger.Level = .trace,
        rotation: Rotation = Rotation(), onError: (@Sendable (LogFileError) -> Void)? = nil
    ) {
        let names = LogFileNames(folder: folder, name: name, fileExtension: format.fileExtension)
        self.path = names.current
        self.minimumLevel = minimumLevel
        self.format = format
        self.onError = onError ?? LogFileError.report
        self.file = Mutex(LogFile(names: names, rotation: rotation))
    }

    /// Writes a line to the file, after rotating it if necessary.
    public func write(_ line: LogLine) {
        let faults = LineBuffer.with { buffer in
            format.write(line, to: &buffer)
            return file.withLock { file in
                file.write(buffer.bytes, at: line.time, format)
                return file.takeErrors()
            }
        }
        // Outside the lock, so that the callback may log.
        for fault in faults { onError(fault) }
    }

    /// The paths of the existing files, oldest first.
    ///
    /// - Throws: ``LogFileError/cannotList(path:code:)`` if the folder exists and can't be listed.
    public var files: [String] {
        get throws(LogFileError) {
            let names = file.withLock { $0.names }
            return try names.all()
        }
    }

    /// Removes all files.
    ///
    /// Lines that follow go into a new one.
    ///
    /// - Throws: The first ``LogFileError`` if the folder can't be listed or a file can't be removed. Other files are
    ///   removed nevertheless.
    public func erase() throws(LogFileError) {
        let fault = file.withLock { $0.erase() }
        if let fault { throw fault }
    }
}
