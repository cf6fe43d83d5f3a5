import DocumentsCore
import Firesteel

/// Opens links in the running app, for its page and for the command line.
struct LinkOpener: Sendable {
    let runtime: FeatureRuntime
    let hub: TabHub
    let patience: Patience

    /// Opens a link.
    ///
    /// - Parameters:
    ///   - link: A link with the scheme `documents`, or an address of the page.
    ///   - host: The validated Host of the request.
    ///   - tab: The requesting tab, or `nil` for an external request.
    func open(_ link: String, host: String, tab: Tab?) async -> LinkAnswer {
        guard isOurs(link, host) else {
            return LinkAnswer(
                "bad-link", "“\(link.prefix(200))” isn’t a link to Documents.",
                remedy: "Links to Documents begin with documents:, or with http://\(host)/.")
        }
        let presenter = tab.map { TabPresenter(of: $0) }
        let router = TabRouter(hub: hub, tab: tab, presenter: presenter, patience: patience)
        do {
            return LinkAnswer(try await runtime.open(link, presentedBy: router), presenter)
        } catch .notReady {
            return LinkAnswer(
                "not-ready", "No page of Documents is open.", remedy: "Open \(page(link, host)) in a browser.")
        } catch {
            return LinkAnswer(error)
        }
    }

    /// Continues an activity.
    func `continue`(_ activity: PublishedActivity, in tab: Tab) async -> LinkAnswer {
        let presenter = TabPresenter(of: tab)
        let router = TabRouter(hub: hub, tab: tab, presenter: presenter, patience: patience)
        do {
            return LinkAnswer(try await runtime.continueActivity(activity, presentedBy: router), presenter)
        } catch {
            return LinkAnswer(error)
        }
    }

    private func isOurs(_ link: String, _ host: String) -> Bool {
        guard let colon = link.firstIndex(of: ":") else { return false }
        let scheme = link[..<colon].lowercased()
        guard scheme == "http" else { return scheme != "https" }
        guard let port = host.split(separator: ":").last.flatMap({ UInt16($0) }) else { return false }
        let rest = link[colon...].dropFirst().lowercased()
        return RequestGuard.hosts(port).contains { rest.hasPrefix("//\($0)/") }
    }

    /// Returns the address of the page that opens a link.
    private func page(_ link: String, _ host: String) -> String {
        guard !link.lowercased().hasPrefix("http:"), let colon = link.firstIndex(of: ":") else { return link }
        return "http://\(host)/" + link[colon...].dropFirst().drop { $0 == "/" }
    }
}
