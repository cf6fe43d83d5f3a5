// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The body of everything here: it is declared to be compiled against, and nothing of it is ever run.
public func declared() -> Never {
    fatalError("This is a declaration of an Apple framework for the compiler alone.")
}
