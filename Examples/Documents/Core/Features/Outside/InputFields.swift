package import Firesteel

// What callers without a page read about the inputs of published actions: commands, scripts and agents.

private let documentField = FieldDescription(
    "document", "The name of a document, such as Travel/Norway; .md is optional")
private let textField = FieldDescription("text", "The text in Markdown")

extension DocumentReference: DescribedInput {
    package static let inputFields = [documentField]
}

extension NewDocument: DescribedInput {
    package static let inputFields = [
        FieldDescription("title", "The name, such as Travel/Norway; .md is optional"),
        FieldDescription("text", "The text in Markdown, by default empty"),
    ]
}

extension DocumentSearch: DescribedInput {
    package static let inputFields = [FieldDescription("query", "Words that names or contents must have")]
}

extension WrittenText: DescribedInput {
    package static let inputFields = [
        documentField, textField,
        FieldDescription("version", "The version that the text is based on; without it, any is replaced"),
    ]
}

extension NewName: DescribedInput {
    package static let inputFields = [
        documentField, FieldDescription("newName", "The new name, which may be in another folder"),
    ]
}

extension ClosingDocument: DescribedInput {
    package static let inputFields = [
        documentField, FieldDescription("discardsDraft", "Whether its unsaved draft is discarded"),
    ]
}

extension DocumentText: DescribedInput {
    package static let inputFields = [documentField, textField]
}

extension MeasuredText: DescribedInput {
    package static let inputFields = [
        documentField, textField,
        FieldDescription(
            "wordsPerMinute", "The reading speed",
            in: Double(TextStatistics.readingSpeeds.lowerBound)...Double(TextStatistics.readingSpeeds.upperBound)),
    ]
}

extension FolderToImport: DescribedInput {
    package static let inputFields = [FieldDescription("path", "The absolute path of a folder")]
}

extension Switch: DescribedInput {
    package static let inputFields = [FieldDescription("on", "Whether it is switched on")]
}
