internal import CFiresteelTimeline
internal import Synchronization

public import struct Foundation.Date

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The recorded events of one run of a program: begins and completions of performs, sessions, stacks and log lines, in
/// order.
///
/// Recording takes no lock, allocates nothing and makes no system call. A recorded event survives the end of the
/// process, however it ends; it may not survive a failure of the machine. The size of a timeline is fixed: new events
/// overwrite the oldest.
///
/// A timeline may be used from any thread. A process created by `fork` records nothing to the inherited timeline.
public final class Timeline: Sendable {
    let memory: JournalMemory
    let names: NameTable
    let bell = Bell()
    let header: RunHeader
    /// The folder of the run and of earlier ones, or `nil` in memory.
    package let folder: RunFolder?
    private let clock: TimelineClock
    private let file: Int32?
    private let watch: Int32
    private let hasEnded = Atomic(false)

    /// The destination of the timeline.
    public let recording: Recording

    /// The earlier runs that were removed when this one started since they exceeded the retention, or why that failed.
    public let retention: Result<[String], RunError>

    /// The files named like runs that could not be opened when this run started, with the reasons.
    ///
    /// They remain until they are removed manually, and don't count towards the retention.
    public let unopenedRuns: [RunSummary]

    /// Starts a run and removes earlier runs that exceed the retention.
    ///
    /// This never fails: if no file is available, the timeline is kept in memory, and ``recording`` contains the
    /// reason.
    public convenience init(_ configuration: Configuration) {
        self.init(
            configuration, smallestRun: JournalLayout.smallestRun,
            maximumCells: Self.maximumCells(for: configuration.clock))
    }

    /// - Parameters:
    ///   - smallestRun: The minimum size of a run, for tests that fill the ring quickly.
    ///   - maximumCells: The maximum number of threads that can own a chunk at a time.
    init(_ configuration: Configuration, smallestRun: Int, maximumCells: Int) {
        clock = configuration.clock
        let startMonotonic = configuration.clock.now
        let startWall = configuration.clock.wall
        let started = Int64(clamping: startWall / 1_000)
        let storage = Self.makeStorage(
            configuration, started: started, smallestRun: smallestRun, maximumCells: maximumCells)
        memory = storage.memory
        recording = storage.recording
        file = storage.descriptor
        folder = storage.folder.map(RunFolder.init)
        header = RunHeader(
            identifier: storage.identifier.text, program: configuration.program, host: Host.description,
            process: Host.process, processStart: Host.start(ofProcess: Host.process), boot: Host.boot,
            startMonotonic: startMonotonic, startWall: startWall)
        header.write(to: storage.memory)
        names = NameTable(memory: storage.memory)
        watch = storage.descriptor.map { fst_watch_run(storage.memory.end, $0, configuration.recordsSignals) } ?? -1
        (retention, unopenedRuns) = Self.prune(folder, configuration.retention, now: started, starting: header)
    }

    deinit {
        // In a forked child the file is already closed, and its descriptor may be in use for another file.
        guard let file, !memory.isInherited else { return }
        end()
        fst_release_run(watch)
        close(file)
    }

    /// The run's identifier: the name of its file without the extension.
    public var runIdentifier: String { header.identifier }

    /// The reason why the timeline is kept in memory although a folder is configured, or `nil`.
    public var storageError: TimelineStorageError? {
        if case .memoryFallback(let error) = recording { error } else { nil }
    }

    /// Whether the run's file was deleted while it is being recorded.
    ///
    /// Recording continues, and the events are no longer available once the process ends. Costs a system call.
    public var isFileDeleted: Bool {
        guard let file, !memory.isInherited else { return false }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_nlink == 0
    }

    /// Whether the end of the process is recorded in the run's file, however it ends.
    ///
    /// `false` in memory, and if 64 runs of the process are already open. Events are still recorded then, but a process
    /// that exits without ``end()``, or is ended by a signal, appears to have ended without a cause, and to be running
    /// as long as a child that it forked lives.
    public var isWatched: Bool { watch >= 0 }

    /// The number of names that found no room in the run so far.
    ///
    /// Their events have ``NameID/none``.
    ///
    /// Costs one load.
    public var refusedNames: UInt64 { names.refused }

    /// The number of performs in flight that are retained; their entries are below it.
    package var inFlightCapacity: Int { memory.layout.flightCount }

    // MARK: Time

    /// The clock's reading in nanoseconds.
    ///
    /// It never moves backwards, can't be set, and continues while the machine sleeps.
    public var now: UInt64 { clock.now }

    /// Returns the microseconds since 1970 at a reading of the clock, by the wall clock as it was when the run started.
    public func microseconds(of time: UInt64) -> Int64 { header.microseconds(of: time) }

    /// Returns the date at a reading of the clock, see ``microseconds(of:)``.
    public func date(of time: UInt64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds(of: time)) / 1_000_000)
    }

    // MARK: The end

    /// Ends the run in an orderly way and synchronizes the file with the disk, which may take some milliseconds.
    ///
    /// Later events are still recorded. Further calls have no effect.
    public func end() {
        guard !memory.isInherited, !hasEnded.exchange(true, ordering: .relaxed) else { return }
        fst_close_chunks(memory.journal)
        memory.markEnded(at: now)
        if file != nil { _ = fst_sync(memory.base, memory.layout.size) }
        bell.ring()
    }

    /// Whether ``end()`` was called.
    public var isEnded: Bool { hasEnded.load(ordering: .relaxed) }
}

// MARK: - Storage

extension Timeline {
    private struct Storage {
        let memory: JournalMemory
        let recording: Recording
        let identifier: RunIdentifier
        var folder: String?
        var descriptor: Int32?
    }

    /// Returns how many threads can own a chunk at a time in a recording with the given clock.
    ///
    /// Only the time orders events of several chunks. A manual clock may be stopped, so with it all threads share a
    /// chunk, whose events are ordered by their numbers.
    private static func maximumCells(for clock: TimelineClock) -> Int {
        if case .manual = clock { 1 } else { .max }
    }

    private static func makeStorage(
        _ configuration: Configuration, started: Int64, smallestRun: Int, maximumCells: Int
    ) -> Storage {
        let size = JournalLayout.runSize(configuration.runSize, smallest: smallestRun)
        let layout = JournalLayout(size: size, flightCapacity: configuration.inFlightCapacity)
        switch configuration.storage {
        case .memory:
            return inMemory(layout, recording: .memory, started: started, maximumCells: maximumCells)
        case .folder(let folder):
            do throws(TimelineStorageError) {
                let file = try RunFile.create(
                    in: folder, started: started, layout: layout, maximumCells: maximumCells)
                return Storage(
                    memory: file.memory, recording: .file(path: file.path), identifier: file.identifier,
                    folder: folder, descriptor: file.descriptor)
            } catch {
                return inMemory(
                    layout, recording: .memoryFallback(error), started: started, maximumCells: maximumCells)
            }
        }
    }

    private static func prune(
        _ folder: RunFolder?, _ retention: Retention, now: Int64, starting: RunHeader
    ) -> (Result<[String], RunError>, unopened: [RunSummary]) {
        guard let folder else { return (.success([]), []) }
        var unopened: [RunSummary] = []
        do throws(RunError) {
            return (.success(try folder.prune(retention, now: now, starting: starting, unopened: &unopened)), unopened)
        } catch {
            return (.failure(error), unopened)
        }
    }

    private static func inMemory(
        _ layout: JournalLayout, recording: Recording, started: Int64, maximumCells: Int
    ) -> Storage {
        let identifier = RunIdentifier(started: started, process: Host.process, number: .random(in: 0...UInt16.max))
        if let memory = JournalMemory(anonymous: layout, maximumCells: maximumCells) {
            return Storage(memory: memory, recording: recording, identifier: identifier)
        }
        // No mapping of this size is available. The smallest timeline is allocated on the heap.
        let small = JournalLayout(size: JournalLayout.pageSize, flightCapacity: 16)
        return Storage(
            memory: JournalMemory(onHeap: small, maximumCells: maximumCells), recording: recording,
            identifier: identifier)
    }
}

extension Timeline {
    /// This run, for reading and querying while it is recorded.
    ///
    /// Reading doesn't slow down recording threads.
    public var run: Run { Run(self) }
}
