// The types of the modules below that a program needs to declare features, set up a runtime and read what happened, so that
// `import Firesteel` suffices for these. Declaring flags takes `import FiresteelFlags`: swift-argument-parser has a `Flag`
// as well, and a file that imports it and Firesteel must not have to say which is meant. For the same reason a program
// imports Logging for `Logger`, and FiresteelTimeline for `Timeline`: Apple's frameworks have these names.

@_exported public import class FiresteelFlags.EnvironmentProvider
@_exported public import struct FiresteelFlags.EvaluationContext
@_exported public import class FiresteelFlags.FileProvider
@_exported public import protocol FiresteelFlags.FlagProvider
@_exported public import class FiresteelFlags.FlagStack
@_exported public import class FiresteelFlags.MemoryProvider
@_exported public import class FiresteelFlags.OverrideStore
@_exported public import class FiresteelFlags.UserDefaultsProvider
@_exported public import struct FiresteelTimeline.CrashDetails
@_exported public import struct FiresteelTimeline.InputSummary
@_exported public import enum FiresteelTimeline.KeptInput
@_exported public import struct FiresteelTimeline.ProgramDescription
@_exported public import struct FiresteelTimeline.Retention
@_exported public import struct FiresteelTimeline.RunFolder
@_exported public import struct FiresteelTimeline.Secret
@_exported public import protocol FiresteelTimeline.TimelineDescribable
@_exported public import enum Logging.LoggingSystem
