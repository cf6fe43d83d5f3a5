/// A feature that is always available.
///
/// Its actions can be performed without a check:
///
/// ```swift
/// enum DocumentManagement: Feature {
///     static let open = action(OpenDocument.self)
///     static let actions = declare(open)
/// }
///
/// await DocumentManagement.open.perform(document, presenter: window)
/// ```
public protocol Feature: FeatureDefinition {}
