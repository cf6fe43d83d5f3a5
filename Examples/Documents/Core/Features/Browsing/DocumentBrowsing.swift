package import Firesteel

/// Lists and searches documents.
package enum DocumentBrowsing: Feature {
    package static let description = "List and search documents"
    package static let list = action(ListDocuments.self)
    package static let search = action(SearchDocuments.self, .published)
    package static let actions = declare(list, search)
}
