// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions
public import Observation
public import UIKit

@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { declared() }
}

public struct Text: View {
    public nonisolated init(_ content: some StringProtocol) { declared() }
    public var body: Never { declared() }
}

public struct Button<Label: View>: View {
    public var body: Never { declared() }
}

extension Button where Label == Text {
    public nonisolated init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) { declared() }
}

public struct EmptyView: View {
    public nonisolated init() {}
    public var body: Never { declared() }
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
    public var body: Never { declared() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { declared() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { declared() }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { declared() }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { declared() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { declared() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { declared() }
}

@MainActor
@preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder func body(content: Content) -> Body
    typealias Content = _ViewModifier_Content<Self>
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public var body: Never { declared() }
}

public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Never { declared() }
}

@MainActor
@preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    typealias Context = UIViewControllerRepresentableContext<Self>
}

extension UIViewControllerRepresentable {
    public var body: Never { declared() }
}

@MainActor
@preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {}

@MainActor
@preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
    public var body: Never { declared() }
}

@MainActor
@preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { declared() }
        set { declared() }
    }
    public var scenePhase: ScenePhase {
        get { declared() }
        set { declared() }
    }
}

public enum ScenePhase: Comparable, Sendable {
    case background, inactive, active
}

@propertyWrapper
public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { declared() }
    public var wrappedValue: Value { declared() }
}

@propertyWrapper
public struct State<Value> {
    public init(initialValue value: Value) { declared() }
    public init(wrappedValue value: Value) { declared() }
    public var wrappedValue: Value {
        get { declared() }
        nonmutating set { declared() }
    }
}

extension View {
    public nonisolated func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> { declared() }
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { EmptyView() }
    public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { EmptyView() }
    public nonisolated func background<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View { EmptyView() }
    public nonisolated func task<ID: Equatable>(
        id value: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
    public nonisolated func onContinueUserActivity(
        _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View { EmptyView() }
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View { EmptyView() }
}
