import Firesteel

/// The activities to continue, as a page shows them.
struct RecentAnswer: Encodable {
    struct Item: Encodable {
        let id: String
        let title: String
        /// The document's folder.
        let subtitle: String?
    }

    let documents: [Item]

    init(_ activities: [PublishedActivity]) {
        documents = activities.map { Item(id: $0.id, title: $0.title, subtitle: $0.subtitle) }
    }
}
