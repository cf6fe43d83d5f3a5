import FiresteelTimeline

extension Dispatcher {
    /// Returns the time and the current perform of a change.
    func fieldsOfChange(on timeline: Timeline) -> ChangeFields {
        var fields = ChangeFields(time: timeline.now)
        if let frame = PerformFrame.current, frame.session.dispatcher === self {
            fields.place(frame)
            fields.subject = .none
        }
        return fields
    }
}
