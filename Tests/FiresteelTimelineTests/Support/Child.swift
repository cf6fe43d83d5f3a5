import Foundation
import TestSupport

/// Runs of the programs that record and come to a bad end.
enum Child {
    /// The program to run.
    enum Program: String, Sendable {
        /// Records to a timeline by itself.
        case recording = "TimelineCrashChild"
        /// Performs actions.
        case performing = "PerformCrashChild"
    }

    /// Runs it to its end; see ``ChildProcess/run(_:_:mount:isStranger:killAfter:whileRunning:)``.
    static func run(
        _ mode: String, of program: Program = .recording, folder: String, number: Int = 0, mount: String? = nil,
        asStranger: Bool = false, killAfter: (bytes: Int, signal: Int32)? = nil,
        whileRunning: (Process) throws -> Void = { _ in }
    ) throws -> ChildProcess {
        try ChildProcess.run(
            program.rawValue, [mode, folder, String(number)], mount: mount, isStranger: asStranger,
            killAfter: killAfter, whileRunning: whileRunning)
    }
}
