import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring

/// A check before a plan takes a step that is due.
///
/// A violated check pauses the plan, with the reason. Limits that compare people with and without the variant belong here.
struct PlanCheck {
    let key: ItemKey
    let targeting: FlagTargeting
    let plan: TargetingPlan
    let state: ProgramState
    /// The change by which a person last started, edited or resumed the plan.
    let started: Change?

    /// Throws if the plan may not take its next step.
    func check(_ database: any DatabaseConnection, now: Int64) throws {
        if let obstacle = targeting.obstacle(to: plan) { throw ChangeError.malformed(obstacle) }
        if state.items[ItemKey(.flag, key.name)]?.value.members["isArchived"] == true {
            throw ChangeError.malformed("The flag is archived.")
        }
        guard let started else {
            throw ChangeError.malformed("The change that started the plan can’t be found. Resume the plan to continue.")
        }
        guard started.body.approvedBy == nil else { return }
        let environment = state.program.environments.first { $0.id == key.environment }
        guard environment?.protection != .approval else {
            throw ChangeError.malformed(
                "\(environment?.name ?? key.environment) needs an approval now, which the plan doesn’t have. Resume the plan to request one."
            )
        }
        guard try started.author.mayChange([key.environment], of: state.program.id, database, now: now) else {
            throw ChangeError.malformed(
                "\(started.author.name) no longer has the rights that the plan needs. Another editor can resume it.")
        }
    }
}
