import Foundation
import Logging

/// The outputs that most programs need, one set for development and one for production.
///
/// In both sets, ``LogControl`` sets the levels, for each feature and at run time; an output excludes further lines by
/// its own minimum level. If the level of a feature is lowered to `debug` in production, its lines appear in the file
/// immediately, and not on the console.
///
/// ```swift
/// #if DEBUG
/// let outputs = LogOutputs.development()
/// #else
/// let outputs = LogOutputs.production(folder: "/var/log/documents", name: "documents")
/// #endif
/// LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }
///
/// let runtime = try FeatureRuntime.setUp(AppFeatures.self)
/// #if DEBUG
/// runtime.logging.level = .debug          // each action logs its start and its completion
/// #endif
/// ```
///
/// Create the outputs once, outside the closure that creates handlers.
public enum LogOutputs {
    /// Returns an output of all lines that levels and focus let through, as text on standard error, colored on a
    /// terminal.
    public static func development() -> [any LogOutput] {
        [ConsoleLogOutput()]
    }

    /// Returns outputs of all lines that levels and focus let through to rotating files, as JSON Lines, and of warnings
    /// and errors to standard error.
    ///
    /// On Apple platforms the system's log receives lines at `notice` and above.
    ///
    /// - Parameters:
    ///   - folder: The files' folder. It is created if necessary.
    ///   - name: The prefix of the files' names. By default the name of the executable.
    public static func production(folder: String, name: String? = nil) -> [any LogOutput] {
        let name = name ?? ProcessInfo.processInfo.processName
        var outputs: [any LogOutput] = [
            FileLogOutput(folder: folder, name: name, format: .jsonLines),
            ConsoleLogOutput(format: .text(.dated), minimumLevel: .warning),
        ]
        #if canImport(os)
        outputs.append(OSLogOutput(subsystem: Bundle.main.bundleIdentifier ?? name, minimumLevel: .notice))
        #endif
        return outputs
    }
}
