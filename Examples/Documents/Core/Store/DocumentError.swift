/// Why something couldn't be done with a document, in words for people.
package enum DocumentError: Error, Hashable, Sendable {
    /// A name that no document may have.
    case invalidName(String, NameRejection)
    /// No document has this name, or it has gone since the list was shown.
    case missing(DocumentName)
    /// Another document has the name already.
    case nameTaken(DocumentName)
    /// The name leads out of the folder, by way of a link.
    case outside(DocumentName)
    /// There is something with this name, but it is a folder or a device.
    case notADocument(DocumentName)
    /// The text has more bytes than a document may have.
    case tooLarge(name: String, bytes: Int, limit: Int)
    /// Its Markdown is nested or bracketed so much that rendering it would take too long.
    case tooComplex(DocumentName)
    /// The file isn't text in UTF-8.
    case notText(DocumentName)
    /// The file changed since it was opened; `current` is what it holds now.
    case changedMeanwhile(current: Document)
    /// A gift code that is none. It isn't part of the error, which is recorded.
    case invalidCode
    /// There is nothing left in the trash under this identifier.
    case notInTrash(String)
    /// The folder of the documents isn't there, or isn't a folder.
    case noFolder(String)
    /// A folder to import that can't be, and why.
    case notImportable(String, ImportRejection)
    /// The system lets nobody read or write there.
    case notPermitted(String)
    /// The volume has no room left.
    case diskFull(String)
    /// Any other answer of the system, with its number and its own words.
    case system(String, code: Int32, message: String)
}

/// Why a folder can't be imported.
package enum ImportRejection: Hashable, Sendable {
    case notAFolder, relative, overlaps, empty
    /// The folder has more documents than one import takes.
    case tooMany(limit: Int)
}

extension DocumentError: CustomStringConvertible {
    /// What was wrong, and what can be done about it.
    package var description: String { "\(problem) \(remedy)" }

    /// What was wrong: one sentence.
    package var problem: String {
        switch self {
        case .invalidName(let name, let fault): "“\(name)” is not a valid name. \(fault.words)"
        case .missing(let name): "“\(name.title)” is no longer in the folder."
        case .nameTaken(let name): "There is already a document named “\(name.title)”."
        case .outside(let name): "“\(name)” leads out of the folder."
        case .notADocument(let name): "“\(name)” isn’t a document."
        case .tooLarge(let name, let bytes, let limit):
            "“\(name)” has \(Self.size(bytes)). Documents are limited to \(Self.size(limit))."
        case .tooComplex(let name):
            "The Markdown of “\(name.title)” is too deeply nested, or has too many brackets, to be shown."
        case .notText(let name): "“\(name.title)” isn’t text in UTF-8."
        case .changedMeanwhile(let current): "“\(current.name.title)” has changed on disk since you opened it."
        case .invalidCode: "This is not a gift code."
        case .notInTrash: "The deleted document is no longer in the trash."
        case .noFolder(let path): "There is no folder at \(path)."
        case .notImportable(let path, let fault):
            switch fault {
            case .notAFolder: "There is no folder at \(path)."
            case .relative: "“\(path)” isn’t an absolute path."
            case .overlaps: "\(path) overlaps with the folder of your documents."
            case .empty: "There are no Markdown files in \(path)."
            case .tooMany(let limit): "\(path) has more than \(limit) Markdown files."
            }
        case .notPermitted(let path): "The system doesn’t allow access to \(path)."
        case .diskFull(let name): "Can’t write “\(name)”: the disk is full."
        case .system(let path, let code, let words): "\(path): \(words) (\(code))."
        }
    }

    /// What can be done about it: one sentence.
    package var remedy: String {
        switch self {
        case .invalidName: "Choose another name."
        case .missing: "Create it again, or select another document."
        case .nameTaken: "Choose another name, or rename the other one first."
        case .outside: "Move the file itself into the folder instead of a link to it."
        case .notADocument: "Choose a Markdown file."
        case .tooLarge: "Split it into several documents."
        case .tooComplex: "Add blank lines between paragraphs, or split the document."
        case .notText: "Convert it to UTF-8 with another program."
        case .changedMeanwhile: "Keep your text, use the version on disk, or compare the two."
        case .invalidCode: "Enter its 16 letters and digits."
        case .notInTrash: "Restore it from a backup."
        case .noFolder: "Create it, or start Documents with another folder."
        case .notImportable(_, let fault):
            switch fault {
            case .notAFolder, .empty: "Choose another folder."
            case .relative: "Enter an absolute path, such as /srv/notes."
            case .overlaps: "Choose a folder elsewhere."
            case .tooMany: "Import its subfolders one by one."
            }
        case .notPermitted: "Check the permissions of the file and its folder."
        case .diskFull: "Free some space and save again."
        case .system: "Try again. If the error persists, check the disk."
        }
    }

    /// A short name for programs: what the page looks at to offer more than words.
    package var code: String {
        switch self {
        case .invalidName: "invalid-name"
        case .missing: "missing"
        case .nameTaken: "name-taken"
        case .outside: "outside"
        case .notADocument: "not-a-document"
        case .tooLarge: "too-large"
        case .tooComplex: "too-complex"
        case .notText: "not-text"
        case .changedMeanwhile: "conflict"
        case .invalidCode: "invalid-code"
        case .notInTrash: "not-in-trash"
        case .noFolder: "no-folder"
        case .notImportable: "not-importable"
        case .notPermitted: "not-permitted"
        case .diskFull: "disk-full"
        case .system: "system"
        }
    }

    /// 1,536 → `1.5 KB`; binary multiples, one decimal below ten.
    static func size(_ bytes: Int) -> String {
        var value = Double(bytes)
        for unit in ["bytes", "KB", "MB"] {
            if value < 1024 || unit == "MB" {
                let rounded = (value * 10).rounded() / 10
                return rounded == rounded.rounded() || value >= 10
                    ? "\(Int(rounded.rounded())) \(unit)" : "\(rounded) \(unit)"
            }
            value /= 1024
        }
        return "\(bytes) bytes"
    }
}
