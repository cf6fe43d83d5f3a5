import Firesteel

/// An error of an operation on a document, with a message for the user.
package enum DocumentError: Error, Hashable, Sendable {
    /// The name isn't valid for documents.
    case invalidName(String, NameRejection)
    /// No document has this name; it may have been deleted since it was listed.
    case missing(DocumentName)
    /// Another document has this name.
    case nameTaken(DocumentName)
    /// The name is a link to a file outside the folder.
    case outside(DocumentName)
    /// The name belongs to a folder or a device.
    case notADocument(DocumentName)
    /// The text exceeds the maximum size of documents.
    case tooLarge(name: String, bytes: Int, limit: Int)
    /// Its Markdown is nested or bracketed so much that rendering it would take too long.
    case tooComplex(DocumentName)
    /// The file isn't text in UTF-8.
    case notText(DocumentName)
    /// The file changed after it was opened; `current` is its current document.
    case changedMeanwhile(current: Document)
    /// The gift code is invalid. The error, which is recorded, doesn't contain it.
    case invalidCode
    /// The trash contains no document with this identifier.
    case notInTrash(String)
    /// The folder of the documents doesn't exist or isn't a folder.
    case noFolder(String)
    /// The folder can't be imported, for the given reason.
    case notImportable(String, ImportRejection)
    /// The system denies access.
    case notPermitted(String)
    /// The disk is full.
    case diskFull(String)
    /// Any other error of the system, with its code and message.
    case system(String, code: Int32, message: String)
}

/// A reason why a folder can't be imported.
package enum ImportRejection: Hashable, Sendable {
    case notAFolder, relative, overlaps, empty
    /// The folder exceeds the maximum number of documents per import.
    case tooMany(limit: Int)
}

extension DocumentError: ReportedError {
    /// Whether the system caused it, rather than what the user entered.
    package var isReported: Bool {
        switch self {
        case .diskFull, .notPermitted, .system: true
        default: false
        }
    }
}

extension DocumentError: CustomStringConvertible {
    /// The message for logs and the timeline: ``problem`` and ``remedy``, with the last component of each absolute path.
    ///
    /// The rest of a path may contain the user's name, and inputs hide it.
    package var description: String { "\(problem { Self.lastComponent($0) }) \(remedy)" }

    /// The failure and its reason, in one sentence for the user.
    package var problem: String { problem { $0 } }

    private func problem(_ shown: (String) -> String) -> String {
        switch self {
        case .invalidName(let name, let fault): "“\(name)” is not a valid name. \(fault.words)"
        case .missing(let name): "“\(name.title)” isn’t in the folder."
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
        case .noFolder(let path): "There is no folder at \(shown(path))."
        case .notImportable(let path, let fault):
            switch fault {
            case .notAFolder: "There is no folder at \(shown(path))."
            case .relative: "“\(shown(path))” isn’t an absolute path."
            case .overlaps: "\(shown(path)) overlaps with the folder of your documents."
            case .empty: "There are no Markdown files in \(shown(path))."
            case .tooMany(let limit): "\(shown(path)) has more than \(limit) Markdown files."
            }
        case .notPermitted(let path): "The system doesn’t allow access to \(shown(path))."
        case .diskFull(let path): "Can’t write “\(shown(path))”: the disk is full."
        case .system(let path, let code, let words): "\(shown(path)): \(words) (\(code))."
        }
    }

    /// Returns the last component of a path outside the folder; paths of documents are relative and have no private part.
    private static func lastComponent(_ path: String) -> String {
        guard path.hasPrefix("/") || path.hasPrefix("~") else { return path }
        return path.split(separator: "/").last.map { "…/\($0)" } ?? path
    }

    /// The next step, in one sentence.
    package var remedy: String {
        switch self {
        case .invalidName: "Choose another name."
        case .missing: "Create it, or select another document."
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

    /// A code for programs, such as the page.
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

    /// Returns a formatted size with binary units and one decimal below ten: 1,536 is `1.5 KB`.
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
