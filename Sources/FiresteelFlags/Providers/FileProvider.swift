import Dispatch
public import Foundation
import Synchronization

/// Flags from a JSON file that is read again whenever it changes.
///
/// A file that can't be read, because it is missing, damaged, half written or larger than 64 MiB, leaves what was read
/// before in place, and ``status`` says what is wrong until a good one is there.
public final class FileProvider: FlagProvider {
    /// What people call it.
    public let name: String
    /// The file.
    public let file: URL
    /// The format that it is read in; `nil`: the one that it looks like.
    public let format: FlagFileFormat?

    private struct State {
        var contents: FlagFileContents?
        var stamp: FileStamp?
        var status = FlagProviderStatus(.notReady)
    }

    private let state = Mutex(State())
    /// Held while the file is read, so that what was read last is what holds.
    private let reading = Mutex(())
    private let notifier = FlagChangeNotifier()
    private let clock: @Sendable () -> Double
    private let watch = Mutex<FileWatch?>(nil)

    /// Reads a file, and looks at it again from time to time.
    ///
    /// - Parameters:
    ///   - file: The file. It needn't be there yet.
    ///   - format: Its format; `nil` for the one that it looks like.
    ///   - name: What people call it; the file's name where none is given.
    ///   - interval: How often to look whether it changed; `nil` for never, which leaves it to ``reload()``. At least 10 ms.
    ///   - clock: The time in seconds since 1970; the system's where none is given.
    public init(
        _ file: URL, format: FlagFileFormat? = nil, name: String? = nil, interval: Duration? = .seconds(1),
        clock: (@Sendable () -> Double)? = nil
    ) {
        self.file = file
        self.format = format
        self.name = name ?? file.lastPathComponent
        self.clock = clock ?? { Date().timeIntervalSince1970 }
        reload()
        if let interval {
            let watch = FileWatch(every: max(interval, .milliseconds(10))) { [weak self] in self?.checkForChange() }
            self.watch.withLock { $0 = watch }
        }
    }

    deinit { watch.withLock { $0?.cancel() } }

    /// How it decides a flag.
    public func rule(for key: String) -> (any FlagRule)? { state.withLock { $0.contents?.rules[key] } }

    /// All keys that the file has.
    public var keys: Set<String>? { state.withLock { Set($0.contents?.rules.keys.map { $0 } ?? []) } }

    /// How it is doing: stale while the file can't be read and what was read before holds.
    public var status: FlagProviderStatus { state.withLock { $0.status } }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        notifier.subscribe(handler)
    }

    /// Reads the file now.
    ///
    /// When it returns, reads see what it has, and subscribers were told.
    public func reload() {
        let change = reading.withLock { _ in read() }
        if let change { notifier.send(change) }
    }

    /// Reads the file if it looks different from when it was read last.
    ///
    /// That is a matter of its size, its time and its place on the disk. One that was changed a moment before it was
    /// read is read again, since it can change twice within what its time can tell apart.
    public func checkForChange() {
        let change = reading.withLock { _ -> FlagProviderChange? in
            let stamp = FileStamp(file)
            let isKnown = state.withLock { $0.stamp == stamp }
            if isKnown, stamp?.isSettled(at: clock()) ?? true { return nil }
            return read()
        }
        if let change { notifier.send(change) }
    }

    /// Reads the file and returns what changed by it.
    private func read() -> FlagProviderChange? {
        // Before the contents: what is written in between is found the next time.
        let stamp = FileStamp(file)
        let time = clock()
        let result: Result<FlagFileContents, FlagError> = load()
        return state.withLock { state in
            let old = state.contents
            let wasReady = state.status.state
            state.stamp = stamp
            switch result {
            case .success(let contents):
                let fault =
                    contents.faults.isEmpty
                    ? nil : FlagError(.parseError, "\(file.path): \(contents.faults.sorted().joined(separator: " "))")
                state.contents = contents
                state.status = FlagProviderStatus(.ready, updated: time, error: fault)
                let change = contents.changes(since: old)
                return change == .keys([]) ? nil : change
            case .failure(let error):
                let updated = state.status.updated
                state.status = FlagProviderStatus(old == nil ? .failed : .stale, updated: updated, error: error)
                return old == nil && wasReady == .notReady ? .all : nil
            }
        }
    }

    private func load() -> Result<FlagFileContents, FlagError> {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: JSONLimits().bytes)
        } catch {
            return .failure(FlagError(.general, "\(file.path) can't be read: \(error)"))
        }
        do throws(FlagError) {
            return .success(try FlagFileContents(bytes, format))
        } catch {
            return .failure(FlagError(error.code, "\(file.path): \(error.message)"))
        }
    }
}

/// What can be told of a file without reading it.
struct FileStamp: Equatable {
    private let modified: Double
    private let size: UInt64
    private let node: UInt64

    /// `nil` where the file isn't there.
    ///
    /// Of a link, what it leads to.
    init?(_ file: URL) {
        let path = file.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        node = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
    }

    /// Whether another change would certainly give it another time.
    ///
    /// Some file systems count in steps of two seconds.
    func isSettled(at now: Double) -> Bool { abs(now - modified) > 2 }
}

/// Does something again and again until it is cancelled or let go.
final class FileWatch: Sendable {
    // Unchecked: sources may be used from any thread, and this one is only cancelled.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    init(every interval: Duration, _ look: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        let (seconds, attoseconds) = interval.components
        let nanoseconds = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let bounded = nanoseconds.overflow ? Int.max / 2 : nanoseconds.partialValue
        let step = DispatchTimeInterval.nanoseconds(bounded + Int(attoseconds / 1_000_000_000))
        timer.schedule(deadline: .now() + step, repeating: step, leeway: .milliseconds(50))
        timer.setEventHandler(handler: look)
        timer.resume()
    }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}
