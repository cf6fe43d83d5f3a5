// Exported by name, and nothing else of the module: with `MemberImportVisibility`, a type alias would make the name visible,
// but not `cancel()`.
@_exported public import enum FiresteelBase.BroadcastDelivery
@_exported public import class FiresteelBase.Broadcaster
@_exported public import class FiresteelBase.Subscription
