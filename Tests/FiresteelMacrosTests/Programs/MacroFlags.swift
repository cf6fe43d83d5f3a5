public import FiresteelFlags
import FiresteelMacros

enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }

@FlagContainer
struct WritingFlags {
    /// Saves while people type.
    @Flag var autosave: Bool = true
    @Flag(
        "words.layout", description: "How documents lie", owner: "Ann", expires: FlagDate("2030-01-31"),
        kind: .experiment)
    var layout: Layout = .grid
    @Flag private var hidden: Int = 7
    @Flag var `default`: Double = 1.5
    let preview = PreviewFlags()
    let plain = Flag(default: "plain")

    var hiddenTwice: Int { hidden * 2 }
}

@FlagContainer
struct PreviewFlags {
    @Flag(local: .off) var live: Bool = true
}

/// Flags that other modules read.
@FlagContainer(key: "app.search")
public struct SearchFlags {
    /// The number of shown results.
    @Flag public var limit: Int = 20
}

/// The macros' expansion as explicit declarations.
struct HandWrittenFlags: FlagContainer {
    static let key = "writing"
    let autosave = Flag(default: true, description: "Saves while people type.")
}
