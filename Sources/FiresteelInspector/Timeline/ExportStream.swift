import Dispatch
import FiresteelTimeline
import Foundation
import Synchronization

/// A document that is written while it is sent, a piece at a time, however large the run is.
///
/// Exports call whoever takes their pieces and wait, which no task of the program's may do. So each has a thread of its own
/// for as long as it takes, and goes on when the client took the piece before.
final class ExportStream: BodyStream {
    /// The client went.
    private struct AbandonedError: Error {}

    private struct State {
        var piece: [UInt8]?
        var waiting: CheckedContinuation<Void, Never>?
        var isDone = false
        var isAbandoned = false
    }

    private let state = Mutex(State())
    /// Signalled when a piece was taken, or nobody will take any.
    private let taken = DispatchSemaphore(value: 0)

    /// How much is written before it is sent.
    private static let pieceSize = 32 << 10

    init(_ format: ExportFormat, of run: Run, matching query: TimelineQuery?) {
        let export = format.export
        let thread = Thread { [weak self] in
            var buffer: [UInt8] = []
            do {
                try export.write(run, matching: query) { text in
                    buffer += text.utf8
                    guard buffer.count >= Self.pieceSize else { return }
                    guard let self else { throw AbandonedError() }
                    try self.give(buffer)
                    buffer.removeAll(keepingCapacity: true)
                }
                try self?.give(buffer)
            } catch {
                // Nobody is left who would read on.
            }
            self?.finish()
        }
        thread.name = "firesteel.export"
        thread.start()
    }

    func next() async throws -> [UInt8]? {
        while true {
            let (piece, isDone) = state.withLock { state in
                defer { state.piece = nil }
                return (state.piece, state.isDone || state.isAbandoned)
            }
            if let piece {
                taken.signal()
                return piece
            }
            if isDone || Task.isCancelled { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isNeeded = state.withLock { state in
                        guard state.piece == nil, !state.isDone, !Task.isCancelled else { return false }
                        state.waiting = continuation
                        return true
                    }
                    if !isNeeded { continuation.resume() }
                }
            } onCancel: {
                wake()
            }
        }
    }

    func close() async {
        state.withLock { $0.isAbandoned = true }
        taken.signal()
    }

    /// Hands a piece over and waits until it was taken.
    ///
    /// On the export's thread.
    private func give(_ piece: [UInt8]) throws {
        let isAbandoned = state.withLock { state in
            state.piece = piece
            return state.isAbandoned
        }
        guard !isAbandoned else { throw AbandonedError() }
        wake()
        taken.wait()
        if state.withLock({ $0.isAbandoned }) { throw AbandonedError() }
    }

    private func finish() {
        state.withLock { $0.isDone = true }
        wake()
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
