public import Logging
import Synchronization

/// Writes log lines to a file that is turned over by size and by age, and keeps a bounded number of files.
///
/// Each line is one `write` of the system, done when the call returns: a crash of the program loses none.
///
/// **Names.** The file that is written to is `NAME.log`, or `NAME.jsonl` for JSON Lines. When it is turned over it is renamed
/// to `NAME-20261121T165607.067Z.log`, after the time in UTC of the first line that isn't in it any more, so that names
/// sort by age; see ``Rotation`` for when, and for how many files stay. Only files of such names are ever removed.
///
/// **When things go wrong.** A folder that isn't there is made. A file that somebody removed or renamed is noticed within a
/// second and made anew. When the folder can't be used or the disk is full, lines are lost, the fault is reported once, and
/// the output tries again, at most once a second where the file isn't open; the first line that is written again is preceded
/// by one that says how many are missing.
///
/// Several outputs, and several processes, may write to the same file: lines don't mix, and whoever turns it over is
/// followed by the others within a second.
///
/// Files are readable by their owner alone, since lines can say what people entered.
public final class FileLogOutput: LogOutput {
    /// When a file is turned over and how many stay.
    public struct Rotation: Sendable, Hashable {
        /// A file that would grow beyond so many bytes is turned over.
        ///
        /// At least 1 KiB; a longer line has a file to itself.
        public var size: Int
        /// A file has lines of one period only: periods follow each other from 1970-01-01T00:00:00Z, so that with the
        /// default of one day a file ends at midnight UTC.
        ///
        /// Whole seconds, at least one.
        public var period: Duration
        /// How many files stay, the one being written to included.
        ///
        /// At least 1.
        public var files: Int

        /// By default files of up to 10 MiB and one day, ten of them.
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

    /// Makes an output.
    ///
    /// The file is opened with the first line.
    ///
    /// - Parameters:
    ///   - folder: The files' folder.
    ///   - name: What the files' names begin with. A `/` in it is taken as `-`.
    ///   - format: How lines read. Text with date and time by default.
    ///   - minimumLevel: The lowest level that is taken. Everything by default.
    ///   - rotation: When a file is turned over and how many stay.
    ///   - onError: Is told about each fault once, until lines are written again. By default the fault is added to
    ///     ``FeatureRuntime/faults`` of the runtime in effect, or without one said on standard error. It may log.
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

    /// Writes a line to the file, after turning it over where it is time.
    public func write(_ line: LogLine) {
        let faults = LineBuffer.with { buffer in
            format.write(line, to: &buffer)
            return file.withLock { file in
                file.write(buffer.bytes, at: line.time, format)
                return file.takeErrors()
            }
        }
        // Outside the lock, so that whoever is told may log.
        for fault in faults { onError(fault) }
    }

    /// The paths of the files that are there, the oldest first.
    ///
    /// - Throws: ``LogFileError/cannotList(path:code:)`` where there is a folder and it can't be listed.
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
    /// - Throws: The first ``LogFileError`` where the folder can't be listed or a file can't be removed. What can be removed
    ///   is removed all the same.
    public func erase() throws(LogFileError) {
        let fault = file.withLock { $0.erase() }
        if let fault { throw fault }
    }
}
