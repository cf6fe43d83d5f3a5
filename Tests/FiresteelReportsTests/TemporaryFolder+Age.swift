import Foundation
import TestSupport

extension TemporaryFolder {
    /// Makes a file in it.
    func make(_ name: String, age: TimeInterval = 0) throws {
        try write("x", to: name)
        try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: file(name).path)
    }
}
