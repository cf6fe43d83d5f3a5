import Firesteel

/// Describes the fields of an input by the documentation of its properties.
///
/// ```swift
/// @DescribedInput
/// struct PrintJob: Codable {
///     /// The number of copies.
///     var copies: Int
/// }
/// ```
///
/// The macro generates the conformance to `DescribedInput`. A description is the first paragraph of the documentation,
/// without the period at its end, and its field is named as it is decoded. For ranges, write `inputFields` explicitly.
@attached(extension, conformances: DescribedInput, names: named(inputFields))
public macro DescribedInput() = #externalMacro(module: "FiresteelMacrosPlugin", type: "DescribedInputMacro")
