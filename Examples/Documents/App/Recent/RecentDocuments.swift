import DocumentsCore
import Firesteel
import Foundation
import Logging

/// What people can continue with: the documents that were opened and made, in this run and in earlier ones.
final class RecentDocuments: Sendable {
    /// The most that a page shows.
    static let most = 6

    let index: ActivityIndex
    private let runtime: FeatureRuntime
    private let center: ActivityCenter
    private let log = Logger(label: "documents.recent")

    /// - Parameters:
    ///   - runtime: whose actions are published from now on.
    ///   - file: where they are kept.
    init(_ runtime: FeatureRuntime, file: URL) {
        self.runtime = runtime
        index = ActivityIndex(file: file)
        center = runtime.publishActivities(to: [index])
    }

    /// What can be continued, the most recent first.
    ///
    /// - Parameter query: what somebody typed; empty for all.
    func find(_ query: String) async -> [PublishedActivity] {
        // What was opened right before is among them.
        await center.settle()
        return query.isEmpty
            ? index.recent(.perform, maximum: Self.most)
            : index.search(query, maximum: Self.most)
    }

    /// The activity with this identifier, if it is still there.
    func activity(_ id: PublishedActivity.ID) -> PublishedActivity? { index.recent(.perform).first { $0.id == id } }

    /// Follows what happens to documents: one that is made can be continued, one that has gone can't.
    func follow(_ change: FolderChange, in store: DocumentStore) async {
        switch change {
        case .created(let name), .restored(let name): add(name, in: store)
        case .deleted(let name): remove(name, in: store)
        case .renamed(let from, let name):
            await center.settle()
            guard remove(from, in: store) else { return }
            add(name, in: store)
        case .listDiffers, .imported: await removeMissing(in: store)
        case .saved: break
        }
    }

    /// Removes the documents that another program took away.
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
        do { try index.publish(activity) } catch { log.error("\(name) can’t be continued later: \(error)") }
    }

    /// Whether there was something to remove.
    @discardableResult
    private func remove(_ name: DocumentName, in store: DocumentStore) -> Bool {
        guard let id = id(name, in: store) else { return false }
        let wasThere = activity(id) != nil
        remove(id)
        return wasThere
    }

    private func remove(_ id: PublishedActivity.ID) {
        do { try center.remove(.activity(id)) } catch { log.error("What was done with a document stays: \(error)") }
    }
}
