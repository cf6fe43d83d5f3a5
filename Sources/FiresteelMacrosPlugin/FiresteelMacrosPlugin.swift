import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// What the compiler starts to expand the macros of `FiresteelMacros`.
@main
struct FiresteelMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [FeatureMacro.self, FlagContainerMacro.self, FlagMacro.self]
}
