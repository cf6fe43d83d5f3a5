import Firesteel
import FiresteelPermissions

/// The status of the permissions that features need, or that the program can request.
struct PermissionsSection: ReportSection {
    let identifier = "permissions"
    let title = "Permissions"

    func content(_ request: ReportRequest) -> ReportContent {
        let permissions = request.runtime.permissionDescriptions
        guard !permissions.isEmpty else { return ReportContent([.paragraph("No feature requires a permission.")]) }
        let rows = permissions.map { permission in
            let reading = permission.reading
            return [
                permission.kind.name, reading?.status.rawValue ?? "unknown",
                [reading?.detail?.rawValue, reading?.reason].compactMap { $0 }.joined(separator: ": "),
                permission.override == nil ? "" : "overridden",
                permission.features.map(\.text).joined(separator: ", "),
            ]
        }
        return ReportContent([.table(columns: ["Permission", "Status", "Why", "", "Features"], rows: rows)])
    }
}
