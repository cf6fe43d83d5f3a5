import FiresteelStore

/// The rules for a new password: long, and nothing that attackers try first.
///
/// There are no rules about kinds of characters. A password is common if it consists of common words, the person's own words,
/// runs of the keyboard, the alphabet and digits, and repetitions, with at most three other characters between them: lists
/// of common passwords have hardly anything else of this length.
enum PasswordRules {
    /// The least number of characters.
    static let shortest = 12
    /// The maximum size, in bytes.
    static let maximumBytes = 1_000
    /// The refusal of a password of ``BreachedPasswords``.
    static let breached = "This password is known from a data breach. Use one that you have never used elsewhere."

    /// Returns the reason why a password is refused, or `nil`.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - words: Words of the person that don't count, such as their name and email address.
    static func complaint(about password: String, of words: [String]) -> String? {
        guard password.count >= shortest else {
            return "Use at least \(shortest) characters. A passphrase works well."
        }
        guard password.utf8.count <= maximumBytes else { return "Use at most 1,000 bytes." }
        guard !isCommon(password, of: words) else {
            return "This password is easy to guess. Use words that don't belong together."
        }
        return nil
    }

    private static let maximumOthers = 3
    /// The length up to which common passwords are searched; longer ones have more than that.
    private static let longestCommon = 64

    private static func isCommon(_ password: String, of words: [String]) -> Bool {
        let text = Array(password.lowercased().prefix(longestCommon))
        guard password.count <= longestCommon else { return Set(text).count < 5 }
        let own = words.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }.filter { $0.count >= 3 }
        return others(in: text, common + years + own.map { Array($0) }) <= maximumOthers
    }

    /// Returns the least number of characters that belong to no word, run or repetition.
    private static func others(in text: [Character], _ dictionary: [[Character]]) -> Int {
        // The least for each prefix of the text.
        var least = Array(repeating: Int.max, count: text.count + 1)
        least[0] = 0
        for start in text.indices {
            least[start + 1] = min(least[start + 1], least[start] + 1)
            for word in dictionary where has(word, at: start, in: text) {
                least[start + word.count] = min(least[start + word.count], least[start])
            }
            var length = max(run(in: text, from: start), repetition(in: text, from: start))
            while length >= 3 {
                least[start + length] = min(least[start + length], least[start])
                length -= 1
            }
        }
        return least[text.count]
    }

    /// Whether a word is at a position, with some of its letters replaced by characters that look like them.
    private static func has(_ word: [Character], at start: Int, in text: [Character]) -> Bool {
        guard start + word.count <= text.count else { return false }
        return zip(word, text[start...]).allSatisfy { $0 == $1 || $0 == lookalikes[$1] }
    }

    /// Returns the length of the run of neighbors on the keyboard, or in the alphabet, in one direction.
    private static func run(in text: [Character], from start: Int) -> Int {
        runs.map { row in
            var length = 1
            while start + length < text.count, let before = row[text[start + length - 1]],
                let next = row[text[start + length]], next == before + 1
            {
                length += 1
            }
            return length
        }.max() ?? 1
    }

    /// Returns the length of a repetition of one to four characters.
    private static func repetition(in text: [Character], from start: Int) -> Int {
        (1...4).map { period in
            var length = period
            while start + length < text.count, text[start + length] == text[start + length - period] { length += 1 }
            return length >= 2 * period ? length : 0
        }.max() ?? 0
    }

    /// The positions of characters in each row, in both directions.
    private static let runs: [[Character: Int]] = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm",
        "azertyuiop", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "!@#$%^&*()", "1q2w3e4r5t6y7u8i9o0p",
    ].flatMap { row in
        [Array(row), Array(row.reversed())].map { row in
            Dictionary(row.enumerated().map { ($1, $0) }) { first, _ in first }
        }
    }

    private static let years = (1940...2049).map { Array(String($0)) }

    private static let lookalikes: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i",
    ]

    /// Words of which common passwords consist.
    private static let common: [[Character]] = """
        password passwort passwd pass word letmein welcome admin administrator root user login signin secret master \
        access default changeme change test testing tester guest demo temp temporary qwerty azerty asdf zxcv abc xyz \
        iloveyou love lovely loveme ilove you baby angel princess prince queen king girl boy sunshine sunny summer \
        winter spring autumn monday friday january february march april june july august september october november \
        december dragon monkey tiger lion eagle panther dolphin turtle kitty puppy dog cat horse football baseball \
        basketball soccer hockey golf tennis liverpool arsenal chelsea barcelona madrid yankees cowboys steelers \
        superman batman spiderman pokemon naruto starwars star wars matrix shadow hunter killer ninja phantom ghost \
        michael jordan jennifer jessica ashley daniel thomas robert charlie andrew joshua george maggie nicole hannah \
        samantha matthew anthony william christian computer internet google facebook apple samsung windows microsoft \
        linux ubuntu server database oracle cisco system network security developer programmer company office \
        corvette mustang mercedes ferrari porsche harley yamaha cheese chocolate cookie banana orange coffee pepper \
        purple yellow silver golden black white green blue red hello world whatever nothing something forever freedom \
        trustno jesus christ heaven blessed family mother father sister brother friend friends money dollar rich \
        lucky happy smile music guitar metal rock player gamer gaming minecraft fortnite firesteel flag flags \
        dashboard my me is the and for new old good best super mega ultra real big little first one two three four
        """.split(separator: " ").map { Array($0) }
}
