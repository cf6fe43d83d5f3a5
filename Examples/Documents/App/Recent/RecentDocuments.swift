import DocumentsCore
import Firesteel
import Foundation
import Logging

/// The activities to continue: documents that were opened or created, in this run and in earlier ones.
final class RecentDocuments: Sendable {
    /// The maximum number of activities on a page.
    static let most = 6

    let index: ActivityIndex
    private let runtime: FeatureRuntime
    private let center: ActivityCenter
    private let log = Logger(label: "documents.recent")

    /// - Parameters:
    ///   - runtime: The runtime whose activities are published.
    ///   - file: The file that stores the activities.
    init(_ runtime: FeatureRuntime, file: URL) {
        self.runtime = runtime
        index = ActivityIndex(file: file)
        center = runtime.publishActivities(to: [index])
    }

    /// Returns the activities to continue, most recent first.
    ///
    /// - Parameter query: The entered search text; empty for all activities.
    func find(_ query: String) async -> [PublishedActivity] {
        // Includes a document that was opened immediately before.
        await center.settle()
        return query.isEmpty
            ? index.recent(.perform, maximum: Self.most)
            : index.search(query, maximum: Self.most)
    }

    /// Returns the activity with this identifier, or `nil` if it was removed.
    func activity(_ id: PublishedActivity.ID) -> PublishedActivity? { index.recent(.perform).first { $0.id == id } }

    /// Adds, removes and renames activities after a change in the folder.
    func follow(_ change: FolderChange, in store: DocumentStore) async {
        switch change {
        case .created(let name), .restored(let name, from: _): add(name, in: store)
        case .deleted(let name): remove(name, in: store)
        case .renamed(let from, let name):
            await center.settle()
            guard remove(from, in: store) else { return }
            add(name, in: store)
        case .listDiffers, .imported: await removeMissing(in: store)
        case .saved, .drafts: break
        }
    }

    /// Removes the activities of documents that another program deleted.
    func removeMissing(in store: DocumentStore) async {
        await center.settle()
        guard let names = try? await store.list().map(\.name), names.count < DocumentStore.longestList else { return }
        let known = Set(names.compactMap { id($0, in: store) })
        for activity in index.recent() where activity.action == DocumentManagement.opening {
            if !known.contains(activity.id) { remove(activity.id) }
        }
    }

    private func id(_ name: DocumentName, in store: DocumentStore) -> PublishedActivity.ID? {
        DocumentReference(name.path, in: store).openingActivity(at: Date())?.id
    }

    private func add(_ name: DocumentName, in store: DocumentStore) {
        let document = DocumentReference(name.path, in: store)
        guard let activity = document.openingActivity(at: Date(), link: document.link(in: runtime)) else { return }
        do { try index.publish(activity) } catch { log.error("\(name) can’t be added to recent documents: \(error)") }
    }

    /// Removes the activity of a document, and returns whether it existed.
    @discardableResult
    private func remove(_ name: DocumentName, in store: DocumentStore) -> Bool {
        guard let id = id(name, in: store) else { return false }
        let wasThere = activity(id) != nil
        remove(id)
        return wasThere
    }

    private func remove(_ id: PublishedActivity.ID) {
        do { try center.remove(.activity(id)) } catch { log.error("Can’t remove an activity: \(error)") }
    }
}
