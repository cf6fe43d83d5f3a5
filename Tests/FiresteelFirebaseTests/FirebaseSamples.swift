import FiresteelFirebase
import FiresteelHTTP
import FiresteelRemote
import HTTPTesting

extension RemoteSourceSample {
    /// Both sources of Firebase.
    static let firebase = [firebaseFetch, firebaseTemplate]

    /// The values that apps fetch.
    private static let firebaseFetch = RemoteSourceSample(
        "Firebase", answer: { #"{"state": "UPDATE", "entries": {"width": "\#($0)"}}"# },
        wrongAnswer: #"{"state": "UPDATE", "entries": ["width"]}"#,
        source: { address in
            try FirebaseSource(FirebaseApp(project: "p", appID: "a", apiKey: "k"), address: address) { @Sendable in
                FirebaseInstallation(id: "i", token: "t")
            }
        })

    /// The template that servers fetch.
    private static let firebaseTemplate = RemoteSourceSample(
        "Firebase's server template",
        answer: { #"{"parameters": {"width": {"valueType": "NUMBER", "defaultValue": {"value": "\#($0)"}}}}"# },
        wrongAnswer: #"{"parameters": ["width"]}"#,
        source: { FirebaseTemplateSource($0, credentials: .bearer("t")) })
}
