import ArgumentParser
import Configuration
import FiresteelServer

/// The addresses that webhooks may reach, beside public ones.
struct WebhookAddressOptions: ParsableArguments {
    @Flag(help: "Allow webhooks that lead to this machine, also by http.")
    var webhookLoopback = false

    @Option(
        help: ArgumentHelp(
            "A private network that webhooks may reach, such as 10.1.0.0/16. Repeat it for several.",
            valueName: "network"))
    var webhookNetwork: [String] = []

    /// Returns the policy, with options of the environment and the file.
    func policy(_ reader: ConfigReader) throws -> AddressPolicy {
        var policy = AddressPolicy()
        policy.allowsLoopback = webhookLoopback || reader.bool(forKey: "webhook.loopback", default: false)
        let networks =
            webhookNetwork.isEmpty ? reader.stringArray(forKey: "webhook.network", default: []) : webhookNetwork
        policy.networks = try networks.map { text in
            guard let network = IPNetwork(text) else {
                throw ValidationError("“\(text)” isn't a network. Use an address and a length, such as 10.1.0.0/16.")
            }
            return network
        }
        return policy
    }
}
