import Firesteel

/// Declares an enum as a feature with the actions that it binds.
///
/// ```swift
/// /// Documents that people open and save.
/// @Feature
/// enum DocumentManagement {
///     static let open = action(OpenDocument.self)
///     static let save = action(SaveDocument.self, .published)
/// }
/// ```
///
/// The macro generates:
///
/// - `static let actions: DeclaredActions = declare(open, save)`, in the order of the bindings;
/// - `static let description`, from the argument or the first paragraph of the documentation;
/// - the conformance: to `ConditionalFeature` if the enum has `constraints`, to `FeatureGroup` if it has
///   `subfeatures`, and to `Feature` if it has neither, or actions and no constraints.
///
/// Existing members are not generated, so each of them can also be written explicitly.
///
/// - Parameter description: The purpose of the feature, in one sentence.
@attached(member, names: named(actions), named(description))
@attached(memberAttribute)
@attached(extension, conformances: FeatureDefinition, Feature, ConditionalFeature, FeatureGroup)
public macro Feature(description: String? = nil) =
    #externalMacro(module: "FiresteelMacrosPlugin", type: "FeatureMacro")
