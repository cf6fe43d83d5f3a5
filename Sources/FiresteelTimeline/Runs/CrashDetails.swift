internal import CFiresteelTimeline
internal import FiresteelBase
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The details of a crash beside its run: the message of a fatal error, and the backtrace.
///
/// A program that calls ``record(in:)`` writes them to the folder `crashes` inside the folder of its runs.
public struct CrashDetails: Sendable, Hashable {
    /// The message of a fatal error, such as “App/File.swift:25: Fatal error: Index out of range”.
    public let message: String?
    /// The backtrace of the crashed thread.
    public let backtrace: Backtrace?

    /// Records the details of a later crash of this process.
    ///
    /// Call it first, with the folder of the runs, which is created if necessary. If the details can't be recorded,
    /// ``recordingError`` has the reason, and the runtime that is set up afterwards reports it.
    ///
    /// On Linux with glibc this replaces the C standard error stream `stderr`, whose output still arrives at file
    /// descriptor 2. Unless the environment contains `SWIFT_BACKTRACE`, it also starts the program again in the same
    /// process, with Swift's backtracer writing to a file: code before the call runs twice. On other systems it has no
    /// effect. Details are deleted with their run, and after 30 days.
    ///
    /// A backtrace takes about half a second at the end of a crashed process. It contains names of functions, and a message
    /// contains what the program states in it.
    public static func record(in folder: RunFolder) {
        #if canImport(Glibc)
        let path = folder.crashes
        func fail(_ reason: String) {
            error.withLock { $0 = "Can't record the details of a crash in \(path): \(reason)" }
        }
        error.withLock { $0 = nil }
        if let code = FolderMaking.make(path) {
            return fail("\(SystemError.message(code)). Use another folder of runs.")
        }
        guard CrashFile.isPrivate(path) else {
            return fail(
                "the folder belongs to another user, or others can write to it. Change its owner and its mode to 700.")
        }
        if getenv("SWIFT_BACKTRACE") == nil {
            setenv(
                "SWIFT_BACKTRACE",
                "enable=yes,interactive=no,color=no,cache=no,threads=crashed,images=none,registers=none,"
                    + "output-to=\(path)", 1)
            fst_restart_program(CommandLine.unsafeArgv)
            fail("the program can't be started again (\(SystemError.message(errno))), so crashes have no backtrace.")
        }
        let now = CrashFile.now
        for file in CrashFile.all(in: path) where file.written < now - 30 * 86_400_000_000 { unlink(file.path) }
        if !fst_record_fatal_messages("\(path)/\(getpid())-\(now).message") {
            fail("its path is too long, or the system is out of memory, so crashes have no message.")
        }
        #endif
    }

    /// The reason why ``record(in:)`` doesn't record, and what to do; `nil` if it does, wasn't called, or has no effect.
    public static var recordingError: String? { error.withLock { $0 } }

    private static let error = Mutex<String?>(nil)
}

extension Array {
    /// Returns performs in flight, the oldest first, with the one that crashed at the end.
    ///
    /// That is the newest of the action whose `perform` is the innermost on the crashed thread. Without such a function the
    /// performs remain as they are: those that have lasted longer rather wait than crash.
    /// - Parameter action: Returns the identifier of a perform's action, which is the name of its type unless it declares one.
    package func crashedLast(_ crash: CrashDetails?, action: (Element) -> String?) -> [Element] {
        // Thousands may be in flight, and few frames are of a `perform`.
        for frame in crash?.backtrace?.frames ?? [] where frame.symbol.contains(".perform") {
            guard let crashed = lastIndex(where: { action($0).map(frame.performs) ?? false }) else { continue }
            var performs = self
            performs.append(performs.remove(at: crashed))
            return performs
        }
        return self
    }
}

extension RunFolder {
    /// The folder of the details.
    var crashes: String { path + "/crashes" }

    /// Returns the details of a run that a signal ended, or `nil` if there are none.
    ///
    /// Reads at most 256 KiB of each file.
    public func crashDetails(of run: Run) -> CrashDetails? {
        let files = crashFiles(of: run)
        let message = files.last { $0.isMessage }?.text.flatMap(Self.message)
        let backtrace = files.last { !$0.isMessage }?.text.flatMap { Backtrace(text: $0) }
        guard message != nil || backtrace != nil else { return nil }
        return CrashDetails(message: message, backtrace: backtrace)
    }

    /// Returns the perform that a run ended in, or `nil` if none was in flight.
    ///
    /// Of several in flight it is the one whose action the crashed thread was performing, as far as the backtrace shows, and
    /// the newest otherwise.
    public func lastPerform(of run: Run) -> PerformRecord? {
        run.inFlight().crashedLast(crashDetails(of: run)) { $0.action?.identifier }.last
    }

    /// Deletes the details of a run.
    func removeCrashDetails(of run: Run) {
        for file in crashFiles(of: run) { unlink(file.path) }
    }

    /// Returns the files of the process that were written during the run or at its end, the oldest first.
    ///
    /// A later process may have the same identifier.
    private func crashFiles(of run: Run) -> [CrashFile] {
        guard case .signal(_, let time) = run.end else { return [] }
        // The clock of files is coarse, and a backtrace of a large program takes a while.
        let from = run.header.started - 20_000, to = run.header.microseconds(of: time) + 120_000_000
        return CrashFile.all(in: crashes).filter {
            $0.process == run.header.process && (from...max(from, to)).contains($0.written)
        }
        .sorted { $0.written < $1.written }
    }

    private static func message(_ text: String) -> String? {
        let line = text.split(separator: "\n").first { !$0.isEmpty }
        return line.map { String($0.prefix(2_000)) }
    }
}

/// A file of the details of a crash.
private struct CrashFile {
    let path: String
    let process: Int32
    /// The time of the last change, in microseconds since 1970.
    let written: Int64
    let isMessage: Bool

    /// Returns the files in a folder: `PROCESS-TIME.message`, and `PROGRAM-PROCESS-0.0.log` of Swift's backtracer.
    static func all(in folder: String) -> [CrashFile] {
        guard !folder.utf8.contains(0), let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var files: [CrashFile] = []
        while let entry = readdir(entries), files.count < 10_000 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            let parts = name.split(separator: "-")
            let isMessage = name.hasSuffix(".message")
            guard parts.count >= 2, isMessage || name.hasSuffix(".log"),
                let process = Int32(isMessage ? parts[0] : parts[parts.count - 2])
            else { continue }
            var facts = stat()
            guard lstat(folder + "/" + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            #if canImport(Darwin)
            let time = facts.st_mtimespec
            #else
            let time = facts.st_mtim
            #endif
            files.append(
                CrashFile(
                    path: folder + "/" + name, process: process,
                    written: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000, isMessage: isMessage))
        }
        return files
    }

    /// Whether a folder belongs to this user and others can't write to it.
    static func isPrivate(_ folder: String) -> Bool {
        var facts = stat()
        return lstat(folder, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == geteuid()
            && facts.st_mode & 0o022 == 0
    }

    /// The time, in microseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// The first 256 KiB, with invalid UTF-8 replaced; `nil` if it can't be read.
    var text: String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 262_144)
        var count = 0
        while count < bytes.count {
            let start = count
            let size = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { read(file, $0 + start, buffer.count - start) } ?? 0
            }
            if size < 0 && errno == EINTR { continue }
            if size <= 0 { break }
            count += size
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
