import FiresteelDatabase
import FiresteelStore
import Logging

/// Hints that another node changed something, as notifications of PostgreSQL.
///
/// A hint only saves the time until the next poll, which is the source of truth.
struct ChangeHints {
    let database: PostgreSQLDatabase
    let logger: Logger

    /// Calls a closure for each hint until the task is cancelled.
    func follow(_ refresh: () async throws -> Void) async {
        do {
            for await _ in database.listen(to: try .changes()) {
                do {
                    try await refresh()
                } catch is CancellationError {
                    return
                } catch {
                    // The next poll repeats it, and reports its failure.
                    logger.debug("A notification could not be followed", metadata: ["error": "\(error)"])
                }
            }
        } catch {
            logger.error("Notifications can't be followed; the server polls", metadata: ["error": "\(error)"])
        }
    }

    /// Logs if notifications don't arrive.
    func probe() async {
        do {
            guard try await !database.notificationsArrive() else { return }
            logger.info("Notifications of PostgreSQL don't arrive, perhaps because of a pooler; the server polls")
        } catch is CancellationError {
            return
        } catch {
            logger.info("Notifications of PostgreSQL can't be tested", metadata: ["error": "\(error)"])
        }
    }
}
