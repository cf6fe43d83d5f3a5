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

/// What happened in one run of a program: every perform's begin and completion, sessions, stacks and log lines, in order.
///
/// Recording takes no lock, allocates nothing and makes no system call. What was recorded is in the system's hands at
/// once and survives the end of the process, however it ends; it may not survive the end of the machine. The timeline
/// never grows: the oldest events make room for the newest.
///
/// A timeline may be used from any thread. A process made by `fork` records nothing to the timeline that it inherited.
public final class Timeline: Sendable {
    let memory: JournalMemory
    let names: NameTable
    let bell = Bell()
    let header: RunHeader
    let folder: RunFolder?
    private let clock: TimelineClock
    private let file: Int32?
    private let watch: Int32
    private let hasEnded = Atomic(false)

    /// Where the timeline records to.
    public let recording: Recording

    /// The earlier runs that were removed when this one started since they exceeded the retention, or why that failed.
    public let retention: Result<[String], RunError>

    /// What is named like a run in the folder and could not be opened when this run started, with the reason.
    ///
    /// It stays until somebody removes it, and counts for no retention.
    public let unopenedRuns: [RunSummary]

    /// Starts a run and removes the earlier ones that exceed the retention.
    ///
    /// This never fails: where no file can be had, ``recording`` says why and memory takes its place.
    public convenience init(_ configuration: Configuration) {
        self.init(configuration, smallestRun: JournalLayout.smallestRun)
    }

    /// - Parameter smallestRun: The least size of a run, for tests that want to go around quickly.
    init(_ configuration: Configuration, smallestRun: Int) {
        clock = configuration.clock
        let startMonotonic = configuration.clock.now
        let startWall = configuration.clock.wall
        let started = Int64(clamping: startWall / 1_000)
        let storage = Self.makeStorage(configuration, started: started, smallestRun: smallestRun)
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
        (retention, unopenedRuns) = Self.prune(folder, configuration.retention, now: started)
    }

    deinit {
        // In a forked child the file is closed already, and its number may be somebody else's by now.
        guard let file, !memory.isInherited else { return }
        end()
        fst_release_run(watch)
        close(file)
    }

    /// The run's identifier: the name of its file without the extension.
    public var runIdentifier: String { header.identifier }

    /// Why the timeline is kept in memory although a folder was asked for, or nil.
    public var storageError: TimelineStorageError? {
        if case .memoryFallback(let error) = recording { error } else { nil }
    }

    /// Whether the end of the process is written to the run's file, however it comes about.
    ///
    /// False in memory, and where 64 runs of the process are open already. Then what is recorded is kept all the same,
    /// but a process that exits without ``end()``, or is ended by a signal, reads as having died silently, and as
    /// running as long as a child that it forked lives.
    public var isWatched: Bool { watch >= 0 }

    /// How many names found no room in the run, so far: events show ``NameID/none`` in their place.
    ///
    /// Costs one load.
    public var refusedNames: UInt64 { names.refused }

    /// How many performs in flight are remembered; their entries are below that.
    package var inFlightCapacity: Int { memory.layout.flightCount }

    // MARK: Time

    /// The clock's reading in nanoseconds.
    ///
    /// It never goes back, nobody sets it, and it goes on while the machine sleeps.
    public var now: UInt64 { clock.now }

    /// The microseconds since 1970 at a reading of the clock, by the wall clock as it was when the run started.
    public func microseconds(of time: UInt64) -> Int64 { header.microseconds(of: time) }

    /// The date at a reading of the clock, see ``microseconds(of:)``.
    public func date(of time: UInt64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds(of: time)) / 1_000_000)
    }

    // MARK: The end

    /// Ends the run in good order and hands the file to the disk, which may take some milliseconds.
    ///
    /// What is recorded afterwards is still kept. A second call does nothing.
    public func end() {
        guard !memory.isInherited, !hasEnded.exchange(true, ordering: .relaxed) else { return }
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

    private static func makeStorage(
        _ configuration: Configuration, started: Int64, smallestRun: Int
    ) -> Storage {
        let size = JournalLayout.runSize(configuration.runSize, smallest: smallestRun)
        let layout = JournalLayout(size: size, flightCapacity: configuration.inFlightCapacity)
        switch configuration.storage {
        case .memory:
            return inMemory(layout, recording: .memory, started: started)
        case .folder(let folder):
            do throws(TimelineStorageError) {
                let file = try RunFile.create(in: folder, started: started, layout: layout)
                return Storage(
                    memory: file.memory, recording: .file(path: file.path), identifier: file.identifier,
                    folder: folder, descriptor: file.descriptor)
            } catch {
                return inMemory(layout, recording: .memoryFallback(error), started: started)
            }
        }
    }

    private static func prune(
        _ folder: RunFolder?, _ retention: Retention, now: Int64
    ) -> (Result<[String], RunError>, unopened: [RunSummary]) {
        guard let folder else { return (.success([]), []) }
        var unopened: [RunSummary] = []
        do throws(RunError) {
            return (.success(try folder.prune(retention, now: now, unopened: &unopened)), unopened)
        } catch {
            return (.failure(error), unopened)
        }
    }

    private static func inMemory(_ layout: JournalLayout, recording: Recording, started: Int64) -> Storage {
        let identifier = RunIdentifier(started: started, process: Host.process, number: .random(in: 0...UInt16.max))
        if let memory = JournalMemory(anonymous: layout) {
            return Storage(memory: memory, recording: recording, identifier: identifier)
        }
        // The machine has no mapping of this size left. The smallest timeline comes from the heap.
        let small = JournalLayout(size: JournalLayout.pageSize, flightCapacity: 16)
        return Storage(memory: JournalMemory(onHeap: small), recording: recording, identifier: identifier)
    }
}
