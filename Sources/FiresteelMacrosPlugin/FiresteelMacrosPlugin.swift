import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in that expands the macros of `FiresteelMacros`.
@main
struct FiresteelMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        DescribedInputMacro.self, FeatureMacro.self, FlagContainerMacro.self, FlagMacro.self,
    ]
}
