import Firesteel
import Synchronization

/// A program that can have a planted fault: an upload that is in flight can't be discarded.
enum TransferFeatures: FeatureGroup {
    static let subfeatures = features(Transfers.self)
}

enum Transfers: Feature {
    static let upload = action(UploadFile.self)
    static let discard = action(DiscardUpload.self)
    static let actions = declare(upload, discard)
}

enum TransferError: Error {
    case inUse
}

struct File: ReplayableInput {
    let name: String
}

/// The disk of a session.
final class Disk: Sendable {
    /// Outside of recordings and replays the fault is fixed.
    static let current = TaskLocal(wrappedValue: Disk(isFixed: true))
    private let uploads = Mutex(0)
    private let isDiscarded = Mutex(false)
    private let isFixed: Bool

    init(isFixed: Bool = false) { self.isFixed = isFixed }

    /// Uploads until the upload is discarded.
    func upload() async throws {
        uploads.withLock { $0 += 1 }
        defer { uploads.withLock { $0 -= 1 } }
        while !isDiscarded.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    func discard() throws {
        defer { isDiscarded.withLock { $0 = true } }
        guard isFixed || uploads.withLock({ $0 == 0 }) else { throw TransferError.inUse }
    }
}

enum UploadFile: Action {
    static func perform(_ context: ActionContext<File>, presenter: NoPresenter) async throws -> ActionOutcome {
        try await Disk.current.get().upload()
        return .success
    }
}

enum DiscardUpload: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        try Disk.current.get().discard()
        return .success
    }
}
