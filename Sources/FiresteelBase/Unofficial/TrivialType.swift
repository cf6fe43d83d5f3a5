/// Returns whether values of a type can be copied bit by bit.
///
/// A constant where the compiler knows the type.
///
/// With the trait `OfficialOnly`, only Booleans and numbers of the standard library are known to be trivial: conformance
/// to `BitwiseCopyable` can't be tested at run time.
@inlinable
@inline(__always)
package func isTrivial<Value>(_ type: Value.Type) -> Bool {
    #if OfficialOnly
    type == Bool.self || type == Double.self || type == Float.self
        || type == Int.self || type == Int64.self || type == Int32.self || type == Int16.self || type == Int8.self
        || type == UInt.self || type == UInt64.self || type == UInt32.self || type == UInt16.self || type == UInt8.self
    #else
    _isPOD(type)
    #endif
}
