package import Firesteel
package import Foundation

extension DocumentReference {
    /// The activity of opening the document: its title, its folder and search keywords.
    ///
    /// `nil` if the name is invalid.
    package var activity: ActivityContent? {
        guard let name = try? name() else { return nil }
        let folders = name.path.split(separator: "/").dropLast().map(String.init)
        return ActivityContent(
            title: name.title, subtitle: folders.isEmpty ? nil : folders.joined(separator: "/"),
            keywords: Set(folders), continuing: self)
    }

    /// Returns the activity that opening publishes, for a document that was created or renamed.
    ///
    /// `nil` if the name is invalid.
    ///
    /// - Parameters:
    ///   - date: The time of the creation or renaming.
    ///   - link: A link that opens the document, see ``link(in:)``.
    package func openingActivity(at date: Date, link: String? = nil) -> PublishedActivity? {
        guard let content = activity else { return nil }
        return PublishedActivity(
            action: DocumentManagement.opening, actionName: OpenDocument.name, title: content.title,
            subtitle: content.subtitle, keywords: content.keywords, payload: content.payload, link: link,
            eligibility: OpenDocument.activityEligibility, time: Int64(date.timeIntervalSince1970 * 1_000_000))
    }

    /// Returns a link of the app's scheme that opens the document, or `nil` if no route can create one.
    ///
    /// - Parameter runtime: The runtime with the routes.
    package func link(in runtime: FeatureRuntime) -> String? {
        // Routes parse a created link for verification, which requires the runtime's folder.
        runtime.use { try? DocumentManagement.open.link(for: self, in: .app("documents")) }
    }
}
