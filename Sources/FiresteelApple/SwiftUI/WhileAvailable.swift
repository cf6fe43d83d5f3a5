#if canImport(SwiftUI)
public import Firesteel
public import SwiftUI

/// Shows a view while a feature is available, and another while it isn't.
///
/// ```
/// WhileAvailable(VideoCalls.self) {
///     CallButton()
/// } otherwise: { availability in
///     Text(availability.reasons.first?.text ?? "")
/// }
/// ```
///
/// It observes the feature, so it is updated only when the availability changes. Without a runtime it is empty.
public struct WhileAvailable<Content: View, Otherwise: View>: View {
    @Environment(\.featureRuntime) private var runtime
    @State private var followed = FollowedFeature()
    private let feature: any FeatureDefinition.Type
    private let content: () -> Content
    private let otherwise: (Availability) -> Otherwise

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - content: The view to show while the feature is available.
    ///   - otherwise: The view to show while it isn't available, with the reasons.
    public init(
        _ feature: any FeatureDefinition.Type, @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder otherwise: @escaping (Availability) -> Otherwise
    ) {
        self.feature = feature
        self.content = content
        self.otherwise = otherwise
    }

    /// The current view.
    public var body: some View {
        // Followed by reading it here, and not by a task: an empty view runs none.
        if let availability = runtime.map({ followed.availability(of: feature, in: $0) }) {
            if availability.isAvailable {
                content()
            } else {
                otherwise(availability)
            }
        }
    }
}

extension WhileAvailable where Otherwise == EmptyView {
    /// Creates a view that is empty while the feature isn't available.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - content: The view to show while the feature is available.
    public init(_ feature: any FeatureDefinition.Type, @ViewBuilder content: @escaping () -> Content) {
        self.init(feature, content: content, otherwise: { _ in EmptyView() })
    }
}

extension View {
    /// Shows the view while a feature is available.
    public func shown(while feature: any FeatureDefinition.Type) -> some View {
        modifier(ShownWhileAvailable(feature: feature))
    }
}

private struct ShownWhileAvailable: ViewModifier {
    let feature: any FeatureDefinition.Type

    func body(content: Content) -> some View {
        WhileAvailable(feature) { content }
    }
}
#endif
