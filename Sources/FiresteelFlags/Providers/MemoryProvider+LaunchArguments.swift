import Foundation

extension MemoryProvider {
    /// Returns a provider of the launch arguments `--flag editor.autosave=false`, of which there may be several.
    ///
    /// The part after the first `=` is read as JSON, and as a string if it isn't JSON: `true` and `3` are a Boolean and a
    /// number, `grid` and `"3"` are strings. `--flag=editor.autosave=false` is the same. An argument that can't be read is
    /// named in ``status``, and the others are in effect.
    ///
    /// - Parameter arguments: The launch arguments, the program's name first; by default those of this process.
    public static func launchArguments(_ arguments: [String]? = nil) -> MemoryProvider {
        let arguments = arguments ?? ProcessInfo.processInfo.arguments
        var values: [String: JSONValue] = [:]
        var diagnostics: [String] = []
        var waiting = arguments.dropFirst()
        while let argument = waiting.popFirst() {
            if argument == "--" { break }
            let pair: String
            if argument == "--flag" {
                guard let next = waiting.popFirst() else {
                    diagnostics.append("The last “--flag” has no value. Use “--flag key=value”.")
                    continue
                }
                pair = next
            } else if argument.hasPrefix("--flag=") {
                pair = String(argument.dropFirst("--flag=".count))
            } else {
                continue
            }
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                diagnostics.append("“\(pair)” has no key or no value. Use “--flag key=value”.")
                continue
            }
            values[String(pair[..<equals])] = FlagJSON.typed(String(pair[pair.index(after: equals)...]))
        }
        let provider = MemoryProvider("Launch arguments", values)
        if !diagnostics.isEmpty {
            let fault = FlagError(.parseError, diagnostics.joined(separator: " "))
            provider.setStatus(FlagProviderStatus(.ready, error: fault))
        }
        return provider
    }
}
