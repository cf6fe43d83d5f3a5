extension Timeline {
    /// This run, for reading and querying while it is recorded.
    ///
    /// Reading doesn't slow down recording threads.
    public var run: Run { Run(self) }
}
