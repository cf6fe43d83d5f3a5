import FiresteelCommands

@main
struct FiresteelCommandLine {
    static func main() async { await FiresteelProgram.main() }
}
