import Dispatch
public import FiresteelBase
public import Foundation
import Synchronization

/// Flags from a JSON file that is read again when it changes.
///
/// If the file can't be read, because it is missing, damaged, half written or larger than 64 MiB, the flags read before
/// remain in effect, and ``status`` has the error until a readable file is there. During this time a stack reports it as
/// a diagnostic.
///
/// An optional file may be missing: there are then no flags, and no error.
public final class FileProvider: FlagProvider {
    /// The display name.
    public let name: String
    /// The file.
    public let file: URL
    /// The format of the file; `nil` to detect it.
    public let format: FlagFileFormat?
    /// Whether the file may be missing.
    public let isOptional: Bool

    private struct State {
        var contents: FlagFileContents?
        var stamp: FileStamp?
        var status = FlagProviderStatus(.notReady)
    }

    private let state = Mutex(State())
    /// Held while the file is read, so that the last contents are the ones in effect.
    private let reading = Mutex(())
    private let notifier = Broadcaster<FlagProviderChange>(.immediate)
    private let clock: @Sendable () -> Double
    private let watch = Mutex<FileWatch?>(nil)

    /// Reads a file, and checks it for changes at an interval.
    ///
    /// - Parameters:
    ///   - file: The file. It needn't exist yet.
    ///   - format: The format of the file; `nil` to detect it.
    ///   - name: The display name; by default the file's.
    ///   - isOptional: Whether the file may be missing, for example because it is created only to change something.
    ///   - interval: The interval of checks, at least 10 ms; `nil` for none, which leaves them to ``reload()``.
    ///   - clock: The time in seconds since 1970; by default the system's.
    public init(
        _ file: URL, format: FlagFileFormat? = nil, name: String? = nil, isOptional: Bool = false,
        interval: Duration? = .seconds(1), clock: (@Sendable () -> Double)? = nil
    ) {
        self.file = file
        self.format = format
        self.isOptional = isOptional
        self.name = name ?? file.lastPathComponent
        self.clock = clock ?? { Date().timeIntervalSince1970 }
        reload()
        if let interval {
            let watch = FileWatch(every: max(interval, .milliseconds(10))) { [weak self] in self?.checkForChange() }
            self.watch.withLock { $0 = watch }
        }
    }

    deinit { watch.withLock { $0?.cancel() } }

    /// Returns the rule of a flag.
    public func rule(for key: String) -> (any FlagRule)? { state.withLock { $0.contents?.rules[key] } }

    /// All keys in the file.
    public var keys: Set<String>? { state.withLock { Set($0.contents?.rules.keys.map { $0 } ?? []) } }

    /// The state of its values: stale while the file can't be read and earlier contents are in effect.
    public var status: FlagProviderStatus { state.withLock { $0.status } }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Reads the file now.
    ///
    /// When it returns, reads see the contents, and subscribers have been notified.
    public func reload() {
        let change = reading.withLock { _ in read() }
        if let change { notifier.send(change) }
    }

    /// Reads the file if its size, its modification time or its place on the disk has changed.
    ///
    /// A file that was changed a moment before it was read is read again, since two changes may have the same time.
    public func checkForChange() {
        let change = reading.withLock { _ -> FlagProviderChange? in
            let stamp = FileStamp(file)
            let isKnown = state.withLock { $0.stamp == stamp }
            if isKnown, stamp?.isSettled(at: clock()) ?? true { return nil }
            return read()
        }
        if let change { notifier.send(change) }
    }

    /// Reads the file and returns the changed flags.
    private func read() -> FlagProviderChange? {
        // Read before the contents, so that the next check detects a write in between.
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
                    contents.diagnostics.isEmpty
                    ? nil
                    : FlagError(.parseError, "\(file.path): \(contents.diagnostics.sorted().joined(separator: " "))")
                state.contents = contents
                state.status = FlagProviderStatus(.ready, updated: time, error: fault)
                let change = contents.changes(since: old)
                // Without a changed flag, subscribers are notified of the state.
                return change == .keys([]) && wasReady == .ready ? nil : change
            case .failure(let error):
                let updated = state.status.updated
                state.status = FlagProviderStatus(old == nil ? .failed : .stale, updated: updated, error: error)
                if old == nil { return wasReady == .notReady ? .all : nil }
                return wasReady == .ready ? .keys([]) : nil
            }
        }
    }

    private func load() -> Result<FlagFileContents, FlagError> {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: JSONLimits().bytes)
        } catch {
            if FileErrorText.isMissing(error), isOptional { return .success(.none) }
            let remedy =
                FileErrorText.isMissing(error)
                ? "Create it, or make the provider optional." : "Its last flags remain in effect until it can be read."
            return .failure(
                FlagError(.general, "Can't read flags from \(file.path): \(FileErrorText.reason(of: error)). \(remedy)")
            )
        }
        do throws(FlagError) {
            return .success(try FlagFileContents(bytes, format))
        } catch {
            return .failure(FlagError(error.code, "\(file.path): \(error.message)"))
        }
    }
}

/// The attributes of a file that change with its contents.
struct FileStamp: Equatable {
    private let modified: Double
    private let size: UInt64
    private let node: UInt64

    /// Reads the attributes of a file, or of a link's target; `nil` if it doesn't exist.
    init?(_ file: URL) {
        let path = file.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        node = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
    }

    /// Returns whether another change would certainly have another time.
    ///
    /// Some file systems count in steps of two seconds.
    func isSettled(at now: Double) -> Bool { abs(now - modified) > 2 }
}

/// Calls a function at an interval until it is cancelled or released.
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
