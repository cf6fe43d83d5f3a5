/// The names of filters whose values a run contains.
enum FilterName: String, CaseIterable {
    case outcome, feature, session, action, flag, source
}
