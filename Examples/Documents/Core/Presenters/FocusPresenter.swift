/// Takes what is around the text away, and brings it back.
package protocol FocusPresenter {
    func showFocus(_ isOn: Bool)
}
