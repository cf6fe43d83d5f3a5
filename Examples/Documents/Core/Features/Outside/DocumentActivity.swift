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
    package func openingActivity(at date: Date) -> PublishedActivity? {
        guard let content = activity else { return nil }
        return PublishedActivity(
            action: DocumentManagement.opening, actionName: OpenDocument.name, title: content.title,
            subtitle: content.subtitle, keywords: content.keywords, payload: content.payload,
            eligibility: OpenDocument.activityEligibility, time: Int64(date.timeIntervalSince1970 * 1_000_000))
    }
}
