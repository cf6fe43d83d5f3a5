package import Firesteel
package import Foundation

extension DocumentReference {
    /// What is continued by opening a document: its title, its folder, and the words of both to find it by.
    ///
    /// `nil` where the name is none.
    package var activity: ActivityContent? {
        guard let name = try? name() else { return nil }
        let folders = name.path.split(separator: "/").dropLast().map(String.init)
        return ActivityContent(
            title: name.title, subtitle: folders.isEmpty ? nil : folders.joined(separator: "/"),
            keywords: Set(folders), continuing: self)
    }

    /// The activity of opening it, as it is published after the action: for a document that was made or renamed.
    ///
    /// `nil` where the name is none.
    ///
    /// - Parameters:
    ///   - date: when it was made or renamed.
    ///   - link: a link that opens it, see ``link(in:)``.
    package func openingActivity(at date: Date, link: String? = nil) -> PublishedActivity? {
        guard let content = activity else { return nil }
        return PublishedActivity(
            action: DocumentManagement.opening, actionName: OpenDocument.name, title: content.title,
            subtitle: content.subtitle, keywords: content.keywords, payload: content.payload, link: link,
            eligibility: OpenDocument.activityEligibility, time: Int64(date.timeIntervalSince1970 * 1_000_000))
    }

    /// The link of ours that opens it, as an activity of opening it has it; `nil` where none can.
    ///
    /// - Parameter runtime: whose routes it is made of.
    package func link(in runtime: FeatureRuntime) -> String? {
        // Routes read a link again before they give it away, which takes the folder that this runtime serves.
        runtime.use { try? DocumentManagement.open.link(for: self, in: .app("documents")) }
    }
}
