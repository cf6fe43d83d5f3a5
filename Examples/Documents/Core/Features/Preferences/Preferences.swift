package import Firesteel

/// Switches features on and off.
package enum Preferences: Feature {
    package static let description = "Switch features of Documents on or off"
    package static let switchPreview = action(SwitchPreview.self, .published)
    package static let switchImport = action(SwitchImport.self, .published)
    package static let switchFocus = action(SwitchFocus.self, .published)
    package static let switchPremium = action(SwitchPremium.self, .published)
    package static let redeemCode = action(RedeemCode.self, .published)
    package static let switchUsage = action(SwitchUsage.self, .published)
    package static let switchReports = action(SwitchReports.self, .published)
    package static let actions = declare(
        switchPreview, switchImport, switchFocus, switchPremium, redeemCode, switchUsage, switchReports)
}
