import Dispatch
import FiresteelHTTPServer
import FiresteelTimeline
import Foundation
import Synchronization

/// A document that is written while it is sent, piece by piece, whatever the size of the run.
///
/// Exports call a closure for each piece and block, which is not permitted in the program's tasks. Each therefore has a
/// separate thread, and continues when the client has received the previous piece.
final class ExportStream: BodyStream {
    /// The client disconnected.
    private struct AbandonedError: Error {}

    private struct State {
        var piece: [UInt8]?
        var waiting: CheckedContinuation<Void, Never>?
        var isDone = false
        var isAbandoned = false
    }

    private let state = Mutex(State())
    /// Signaled when a piece was received, or none will be.
    private let taken = DispatchSemaphore(value: 0)

    /// The size of a piece.
    private static let pieceSize = 32 << 10

    init(_ export: any TimelineExport, of run: Run, matching query: TimelineQuery?) {
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
                // The client has disconnected.
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

    /// Passes on a piece and waits until it was received.
    ///
    /// Called on the export's thread.
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
