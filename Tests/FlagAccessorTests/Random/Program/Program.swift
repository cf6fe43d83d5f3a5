import FiresteelFlags
import Foundation

/// Prints the contents of accessors; the test lists them in a separate file.
@main
enum Program {
    static func main() throws {
        let types = containers.mapValues { container in
            var types: [ReadContainer] = []
            read(container, into: &types)
            return types
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(types))
    }

    private static func read(_ container: any FlagContainer, into types: inout [ReadContainer]) {
        var type = ReadContainer()
        for (name, value) in Mirror(reflecting: container).children {
            if let name { type.names.append(name) }
            if let flag = value as? Flag<String> {
                type.flags.append(
                    ReadContainer.ReadFlag(
                        key: flag.key, defaultValue: flag.defaultValue, description: flag.declaration.description))
            } else if let inner = value as? any FlagContainer {
                type.names.append("\(Swift.type(of: inner))")
                read(inner, into: &types)
            }
        }
        types.append(type)
    }
}
