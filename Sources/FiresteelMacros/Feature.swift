import Firesteel

/// Makes an enum a feature that declares the actions it binds.
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
/// It writes:
///
/// - `static let actions: DeclaredActions = declare(open, save)`, in the order of the bindings;
/// - `static let description`, from the argument or the first paragraph of the documentation;
/// - the conformance: to `ConditionalFeature` where the enum has `constraints`, to `FeatureGroup` where it has
///   `subfeatures`, and to `Feature` where it has neither, or actions and no constraints.
///
/// What the enum already has is left alone, so that each of them can be written by hand as well.
///
/// - Parameter description: One sentence about what the feature is for.
@attached(member, names: named(actions), named(description))
@attached(memberAttribute)
@attached(extension, conformances: FeatureDefinition, Feature, ConditionalFeature, FeatureGroup)
public macro Feature(description: String? = nil) =
    #externalMacro(module: "FiresteelMacrosPlugin", type: "FeatureMacro")
