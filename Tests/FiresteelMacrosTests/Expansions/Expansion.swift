import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import FiresteelMacrosExpansion

/// Expands the macros in a source, compares what comes out, and records what differs.
func expectExpansion(
    of source: String, is expanded: String, diagnostics: [DiagnosticSpec] = [], fixed: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: macros, fixedSource: fixed,
        failureHandler: { failure in
            let location = SourceLocation(
                fileID: failure.location.fileID, filePath: failure.location.filePath,
                line: failure.location.line, column: failure.location.column)
            Issue.record("\(failure.message)", sourceLocation: location)
        },
        fileID: fileID, filePath: filePath, line: line, column: column)
}

private var macros: [String: MacroSpec] {
    [
        "Feature": MacroSpec(
            type: FeatureMacro.self,
            conformances: ["FeatureDefinition", "Feature", "ConditionalFeature", "FeatureGroup"]),
        "FlagContainer": MacroSpec(type: FlagContainerMacro.self, conformances: ["FlagContainer"]),
        "Flag": MacroSpec(type: FlagMacro.self),
    ]
}
