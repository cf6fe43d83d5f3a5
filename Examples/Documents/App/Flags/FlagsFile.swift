import FiresteelFlags
import Foundation
import Logging
import Synchronization

/// The flags file, which can be edited while the program runs.
///
/// The program checks the file itself, instead of leaving that to the provider, so that errors are logged as soon as it
/// is read.
final class FlagsFile: Sendable {
    /// The provider of the file's values; while the file is invalid, of its last valid ones.
    let provider: FileProvider
    private let log: Logger
    private let said = Mutex<FlagError?>(nil)

    /// Reads the file, which may be missing.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - log: The logger for errors in the file.
    init(_ path: String, log: Logger = Logger(label: "documents.flags")) {
        provider = FileProvider(URL(fileURLWithPath: path), format: .flagd, interval: nil)
        self.log = log
        notify()
    }

    /// Reads the file again if it has changed, and returns after all subscribers were notified.
    func look() {
        provider.checkForChange()
        notify()
    }

    /// Checks the file at an interval until the task is cancelled.
    func watch(every interval: Duration = .milliseconds(200), clock: any Clock<Duration>) async {
        while (try? await clock.sleep(for: interval)) != nil { look() }
    }

    /// Logs an error of the file once, and its end.
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
