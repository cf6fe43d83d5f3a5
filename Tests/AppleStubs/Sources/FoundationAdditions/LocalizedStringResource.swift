// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { declared() }
}
