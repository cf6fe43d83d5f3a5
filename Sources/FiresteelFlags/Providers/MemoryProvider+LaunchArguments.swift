import Foundation

extension MemoryProvider {
    /// The values that the program was started with: `--flag editor.autosave=false`, as often as one likes.
    ///
    /// What comes behind the first `=` is read as JSON where it is JSON, and else as a text: `true` and `3` are a truth
    /// value and a number, `grid` and `"3"` are texts. `--flag=editor.autosave=false` is the same. An argument that
    /// can't be read is named in ``status``, and the others hold.
    ///
    /// - Parameter arguments: What the program was started with, its name first; that of this process where none are given.
    public static func launchArguments(_ arguments: [String]? = nil) -> MemoryProvider {
        let arguments = arguments ?? ProcessInfo.processInfo.arguments
        var values: [String: FlagValue] = [:]
        var faults: [String] = []
        var waiting = arguments.dropFirst()
        while let argument = waiting.popFirst() {
            if argument == "--" { break }
            let pair: String
            if argument == "--flag" {
                guard let next = waiting.popFirst() else {
                    faults.append("“--flag” stands at the end without a flag.")
                    continue
                }
                pair = next
            } else if argument.hasPrefix("--flag=") {
                pair = String(argument.dropFirst("--flag=".count))
            } else {
                continue
            }
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                faults.append("“\(pair)” is no flag with a value. Write “--flag key=value”.")
                continue
            }
            values[String(pair[..<equals])] = FlagJSON.typed(String(pair[pair.index(after: equals)...]))
        }
        let provider = MemoryProvider("Launch arguments", values)
        if !faults.isEmpty {
            let fault = FlagError(.parseError, faults.joined(separator: " "))
            provider.setStatus(FlagProviderStatus(.ready, error: fault))
        }
        return provider
    }
}
