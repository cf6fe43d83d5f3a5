import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Why sessions are affected by a group, whether a change helped, and what switching a flag off disables.
    var suspectEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.group)/suspects", id: "getSuspects",
                summary: "Compares the variants and versions of affected sessions with those of all",
                access: .role(.viewer),
                query: [Self.hours(2_160)], response: "Suspects"
            ) { request in
                var payload = payload(request)
                payload.hours = try request.int("hours", in: 1...2_160, default: 168)
                return try await answer(InsightReading.showSuspects, payload, request)
            },
            Endpoint(
                method: .get, path: "\(Self.group)/effect", id: "getSwitchEffect",
                summary: "Compares the rate of a group before and after a change", access: .role(.viewer),
                query: [.init(name: "change", description: "The number of the change", schema: Schema.integer)],
                response: "SwitchEffect"
            ) { request in
                guard request.query["change"] != nil else { throw APIError.malformed("Name the “change”.") }
                var payload = payload(request)
                payload.change = Int64(try request.int("change", in: 1...1_000_000_000, default: 1))
                return try await answer(InsightReading.showSwitchEffect, payload, request)
            },
            Endpoint(
                method: .get, path: "\(Self.insight)/flags/{flag}/impact", id: "getSwitchImpact",
                summary: "Returns who used a flag's variants in the last seven days, and what needs the flag",
                access: .role(.viewer),
                query: [.init(name: "variant", description: "Only this variant; all but the off one by default")],
                response: "SwitchImpact"
            ) { request in
                var payload = payload(request)
                payload.flag = request.parameter("flag")
                payload.variant = request.query["variant"].flatMap { $0.isEmpty ? nil : $0 }
                return try await answer(InsightReading.showSwitchImpact, payload, request)
            },
        ]
    }
}
