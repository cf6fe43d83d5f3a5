import Firesteel
import Synchronization

/// Crashes the program during Save for those who have Fast Save, to rehearse how a server finds the cause.
///
/// Off unless the program is started with `--rehearse fast-save-crash`.
package enum SaveRehearsal {
    private static let kind = Mutex<CrashKind?>(nil)

    /// Sets the way in which Save crashes, or `nil` for none.
    package static func set(_ kind: CrashKind?) { self.kind.withLock { $0 = kind } }

    /// Crashes if that is rehearsed.
    static func crashIfRehearsed() {
        kind.withLock { $0 }?.crash("Fast Save met a damaged buffer, as rehearsed.")
    }
}
