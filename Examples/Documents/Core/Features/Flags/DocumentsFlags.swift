package import FiresteelFlags

/// What is decided about Documents from outside its code, beside the features' own switches.
package struct DocumentsFlags: FlagContainer {
    /// Nothing: the keys are the names of the properties.
    package static let key = ""

    package let editor = Flag(
        default: EditorLayout.classic, description: "The layout of the editor: plain, or wide with a toolbar",
        owner: "Editor", kind: .experiment)

    package let readingSpeed = Flag(
        default: 230, description: "Words per minute, for reading times",
        owner: "Statistics", kind: .configuration)

    package init() {}
}

/// How the text of a document is written.
package enum EditorLayout: String, CaseIterable, FlagValueConvertible {
    /// A column of text.
    case classic
    /// The whole width, with buttons for what people don't know by heart.
    case wide
}
