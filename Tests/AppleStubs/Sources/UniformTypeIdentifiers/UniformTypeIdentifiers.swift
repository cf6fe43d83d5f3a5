// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public struct UTType: Hashable, Sendable {
    public static var item: UTType { declared() }
}
