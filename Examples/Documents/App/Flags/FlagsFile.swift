import FiresteelFlags
import Foundation
import Logging
import Synchronization

/// The file that says what flags are, which people edit while the program runs.
///
/// Whoever edits it looks at an open page and at the log meanwhile. So the program looks at the file itself, rather than let
/// the provider do it: what is wrong in it is said as soon as it was read.
final class FlagsFile: Sendable {
    /// Gives the stack what the file says; while the file is broken, what it said before.
    let provider: FileProvider
    private let log: Logger
    private let said = Mutex<FlagError?>(nil)

    /// Reads the file, which needn't be there yet.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - log: where it is said what is wrong in it.
    init(_ path: String, log: Logger = Logger(label: "documents.flags")) {
        provider = FileProvider(URL(fileURLWithPath: path), format: .flagd, interval: nil)
        self.log = log
        notify()
    }

    /// Reads the file again if it has changed; when this returns, all who look at flags were told.
    func look() {
        provider.checkForChange()
        notify()
    }

    /// Looks again and again, until it is cancelled.
    func watch(every interval: Duration = .milliseconds(200), clock: any Clock<Duration>) async {
        while (try? await clock.sleep(for: interval)) != nil { look() }
    }

    /// Says what is wrong, once, and that it no longer is.
    private func notify() {
        let status = provider.status
        let isNews = said.withLock { said in
            defer { said = status.error }
            return said != status.error
        }
        guard isNews else { return }
        switch (status.error, status.state) {
        case (nil, _): log.notice("\(provider.file.path) is valid again")
        case (let fault?, .ready): log.warning("Some flags are invalid. \(fault.message)")
        case (let fault?, .stale): log.error("The flags are unchanged. \(fault.message)")
        case (let fault?, _): log.error("The flags have their defaults. \(fault.message)")
        }
    }
}
