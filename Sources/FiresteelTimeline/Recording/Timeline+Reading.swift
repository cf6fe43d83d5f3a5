extension Timeline {
    /// This run, to be read and queried as it goes on.
    ///
    /// Reading slows no one who records.
    public var run: Run { Run(self) }
}
