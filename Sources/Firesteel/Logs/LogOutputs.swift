import Foundation
import Logging

/// The outputs that most programs want, one set while it is written and another one while it is used.
///
/// Which levels there are at all is for ``LogControl`` to say, per feature and at run time, in both sets; an output of its
/// own leaves out what isn't for it. So a feature whose level is lowered to `debug` in production is in the file at once,
/// and the console stays quiet.
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
/// runtime.logging.level = .debug          // each action says when it starts and how it completes
/// #endif
/// ```
///
/// Make the outputs once, outside the closure that makes handlers.
public enum LogOutputs {
    /// Everything that levels and focus let through, as text on standard error, coloured on a terminal.
    public static func development() -> [any LogOutput] {
        [ConsoleLogOutput()]
    }

    /// Everything that levels and focus let through into files that are turned over, as JSON Lines; warnings and errors
    /// on standard error as well.
    ///
    /// On Apple platforms the system's log has what is `notice` and above.
    ///
    /// - Parameters:
    ///   - folder: The files' folder. It is made where it isn't there.
    ///   - name: What the files' names begin with. By default the name of the executable.
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
