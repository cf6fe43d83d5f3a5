/// Returns the name of a value's case, without its associated values; `nil` if it isn't an enumeration.
///
/// A description that the type defines is not used, because it may contain the associated values.
///
/// With the trait `OfficialOnly`, the case is unknown if the type has a description and the case has no associated values.
package func enumCaseName(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    // The only child of a case with associated values has its name as label.
    if let child = mirror.children.first { return child.label }
    #if OfficialOnly
    let type = type(of: value)
    if type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type { return nil }
    return "\(value)"
    #else
    func name<Value>(_ value: Value) -> String? { caseName(value).map { String(cString: $0) } }
    return _openExistential(value, do: name)
    #endif
}

#if !OfficialOnly
/// Returns the name of a value's case as the compiler recorded it.
///
/// The entry of the Swift runtime that `print` itself calls.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
#endif
