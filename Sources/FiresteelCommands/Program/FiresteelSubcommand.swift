import ArgumentParser
import Foundation

/// A command that writes to a terminal or a pipe.
///
/// To implement one, write to the given terminal, and throw ``CommandError`` with the exit status.
protocol FiresteelSubcommand: AsyncParsableCommand {
    /// The output options.
    var output: OutputOptions { get }

    /// Runs the command.
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
                // Output before the failure is written.
                try terminal.flush()
                throw failure
            }
        } catch {
            throw CommandError.report(error)
        }
    }
}
