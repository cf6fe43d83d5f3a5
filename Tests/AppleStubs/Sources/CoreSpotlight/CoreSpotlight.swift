// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions
public import UniformTypeIdentifiers

@available(tvOS, unavailable)
@available(watchOS, unavailable)
open class CSSearchableItemAttributeSet: NSObject {
    public init(contentType: UTType) { declared() }
    open var contentDescription: String?
}

extension NSUserActivity {
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public var contentAttributeSet: CSSearchableItemAttributeSet? {
        get { declared() }
        set { declared() }
    }
}
