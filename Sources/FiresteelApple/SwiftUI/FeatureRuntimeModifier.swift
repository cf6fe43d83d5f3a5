#if canImport(SwiftUI)
public import Firesteel
import FiresteelPermissions
import Foundation
public import SwiftUI

extension View {
    /// Sets the runtime of the view's descendants, opens links and continues activities with it, and rechecks
    /// permissions when the scene becomes active.
    ///
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - router: Provides presenters.
    ///   - activityType: The type of the ``UserActivityPublisher``.
    ///   - failed: Receives the error of a link or an activity.
    public func featureRuntime(
        _ runtime: FeatureRuntime, presentedBy router: any PresentationRouter, activityType: String = "",
        failed: @escaping @MainActor (any Error) -> Void = { _ in }
    ) -> some View {
        modifier(
            FeatureRuntimeModifier(runtime: runtime, router: router, activityType: activityType, failed: failed))
    }
}

private struct FeatureRuntimeModifier: ViewModifier {
    @Environment(\.scenePhase) private var phase
    let runtime: FeatureRuntime
    let router: any PresentationRouter
    let activityType: String
    let failed: @MainActor (any Error) -> Void

    func body(content: Content) -> some View {
        content
            .environment(\.featureRuntime, runtime)
            .onOpenURL { link in
                perform { try await runtime.open(link.absoluteString, presentedBy: router) }
            }
            .onContinueUserActivity(activityType) { continueActivity($0) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { continueActivity($0) }
            .onChange(of: phase) { _, phase in
                guard phase == .active, let permissions = runtime.permissions else { return }
                perform { await permissions.recheck() }
            }
    }

    private func continueActivity(_ activity: NSUserActivity) {
        perform { try await runtime.continueActivity(activity, type: activityType, presentedBy: router) }
    }

    private func perform(_ body: @escaping @MainActor () async throws -> Void) {
        Task { @MainActor in
            do {
                try await body()
            } catch {
                failed(error)
            }
        }
    }
}
#endif
