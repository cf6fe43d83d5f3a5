package import Firesteel

/// Finding documents.
package enum DocumentBrowsing: Feature {
    package static let description = "See which documents there are, and search in them"
    package static let list = action(ListDocuments.self)
    package static let search = action(SearchDocuments.self, .published)
    package static let actions = declare(list, search)
}
