import ArgumentParser
import Foundation

/// A command that writes to a terminal or a pipe.
///
/// To implement one, write to the terminal that you are given, and throw ``CommandError`` with the status to end
/// with.
protocol FiresteelSubcommand: AsyncParsableCommand {
    /// How it writes.
    var output: OutputOptions { get }

    /// Does it.
    func run(_ terminal: Terminal) async throws
}

extension FiresteelSubcommand {
    mutating func run() async throws {
        let terminal = Terminal(output.color)
        do {
            do {
                try await run(terminal)
                try terminal.flush()
            } catch let failure as CommandError {
                // What came before the failure is worth something.
                try terminal.flush()
                throw failure
            }
        } catch let failure as CommandError {
            if !failure.message.isEmpty { Terminal.printLine("firesteel: \(failure.message)") }
            throw ExitCode(failure.status.rawValue)
        } catch is Terminal.ClosedError {
            // Nobody reads on, as with `| head`.
            throw ExitCode.success
        }
    }
}
