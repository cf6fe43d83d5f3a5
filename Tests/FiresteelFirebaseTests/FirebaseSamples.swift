import FiresteelFirebase
import FiresteelRemote
import HTTPTesting

extension RemoteSourceSample {
    /// Both sources of Firebase.
    static let firebase = [firebaseFetch, firebaseTemplate]

    /// What apps fetch.
    private static let firebaseFetch = RemoteSourceSample(
        "Firebase", answer: { #"{"state": "UPDATE", "entries": {"width": "\#($0)"}}"# },
        wrongAnswer: #"{"state": "UPDATE", "entries": ["width"]}"#,
        source: { address in
            try FirebaseSource(FirebaseApp(project: "p", appID: "a", apiKey: "k"), address: address) { @Sendable in
                FirebaseInstallation(id: "i", token: "t")
            }
        })

    /// What servers fetch.
    private static let firebaseTemplate = RemoteSourceSample(
        "Firebase's server template",
        answer: { #"{"parameters": {"width": {"valueType": "NUMBER", "defaultValue": {"value": "\#($0)"}}}}"# },
        wrongAnswer: #"{"parameters": ["width"]}"#,
        source: { FirebaseTemplateSource($0, credentials: .bearer("t")) })
}
