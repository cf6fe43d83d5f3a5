#if canImport(SwiftUI)
public import Firesteel
public import SwiftUI

/// Shows views while a feature is available, and others while it isn't.
///
/// ```
/// WhileAvailable(VideoCalls.self) {
///     CallButton()
/// } otherwise: { availability in
///     Text(availability.reasons.first?.text ?? "")
/// }
/// ```
///
/// It follows the feature by Observation, from the first time that it is drawn: nothing is drawn again for other changes.
/// Where there is no runtime it shows nothing.
public struct WhileAvailable<Content: View, Otherwise: View>: View {
    @Environment(\.featureRuntime) private var runtime
    @State private var followed = FollowedFeature()
    private let feature: any FeatureDefinition.Type
    private let content: () -> Content
    private let otherwise: (Availability) -> Otherwise

    /// - Parameters:
    ///   - feature: The feature.
    ///   - content: What is shown while it is available.
    ///   - otherwise: What is shown while it isn't, made of why not.
    public init(
        _ feature: any FeatureDefinition.Type, @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder otherwise: @escaping (Availability) -> Otherwise
    ) {
        self.feature = feature
        self.content = content
        self.otherwise = otherwise
    }

    /// One or the other.
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
    /// Shows nothing while the feature isn't available.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - content: What is shown while it is available.
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
