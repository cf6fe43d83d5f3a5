#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's elementary functions, imported in one place.
enum Libm {
    static func exp(_ x: Double) -> Double { systemExp(x) }
    static func expm1(_ x: Double) -> Double { systemExpm1(x) }
    static func log(_ x: Double) -> Double { systemLog(x) }
    static func log1p(_ x: Double) -> Double { systemLog1p(x) }
    static func erf(_ x: Double) -> Double { systemErf(x) }
    static func erfc(_ x: Double) -> Double { systemErfc(x) }
    static func cos(_ x: Double) -> Double { systemCos(x) }
}

// Outside of the enumeration, where these names are those of the system.
private func systemExp(_ x: Double) -> Double { exp(x) }
private func systemExpm1(_ x: Double) -> Double { expm1(x) }
private func systemLog(_ x: Double) -> Double { log(x) }
private func systemLog1p(_ x: Double) -> Double { log1p(x) }
private func systemErf(_ x: Double) -> Double { erf(x) }
private func systemErfc(_ x: Double) -> Double { erfc(x) }
private func systemCos(_ x: Double) -> Double { cos(x) }
