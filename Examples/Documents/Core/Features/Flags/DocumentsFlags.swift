package import FiresteelFlags

/// The flags of Documents other than those of its features.
package struct DocumentsFlags: FlagContainer {
    /// Empty: the keys are the names of the properties.
    package static let key = ""

    package let editor = Flag(
        default: EditorLayout.classic,
        description: "The layout of the editor: plain, wide with a toolbar, or without the list",
        owner: "Editor", kind: .experiment)

    package let readingSpeed = Flag(
        default: MeasuredText.usualReadingSpeed, description: "Words per minute, for reading times",
        owner: "Statistics", kind: .configuration)

    package let fastSave = Flag(
        "fast-save", default: false,
        description: "Fast Save: a saved document isn't read back from the disk, and unchanged ones aren't checked",
        owner: "Documents", kind: .release)

    package init() {}
}

/// A layout of the editor.
package enum EditorLayout: String, CaseIterable, FlagValueConvertible {
    /// A column of text.
    case classic
    /// The full width, with a formatting toolbar.
    case wide
    /// A column of text; the list is hidden while a document is open.
    case focused
}
