import ArgumentParser
import DocumentsCore

/// An error that the program rehearses.
enum Rehearsal: String, ExpressibleByArgument {
    /// Save crashes for users who have Fast Save.
    case fastSaveCrash = "fast-save-crash"
}

extension CrashKind: ExpressibleByArgument {}
