"""The command line: exit codes, JSON that jq reads, and completion in real shells."""

import os
import pty
import select
import signal
import subprocess
import time

import pytest


def jq(text, query):
    return subprocess.run(
        ["jq", "-r", query], input=text, capture_output=True, text=True, check=True, timeout=30
    ).stdout.strip()


def test_actions_from_a_shell(program):
    created = program.do("create-document", "--title", "Plan", "--text", "-", "--json", text="Buy \x1b[31mmilk.\n")
    assert created.returncode == 0, created.stderr
    assert "\x1b" not in created.stdout
    assert jq(created.stdout, ".output.document") == "Plan.md"
    assert (program.folder / "Plan.md").read_text() == "Buy \x1b[31mmilk.\n"
    shown = program.do("search-documents", "--query", "milk")
    assert shown.returncode == 0 and "\x1b" not in shown.stdout and "\\u{1B}" in shown.stdout
    again = program.do("create-document", "--title", "Plan", "--json")
    assert again.returncode == 1 and jq(again.stdout, ".outcome") == "failed"
    assert program.do("create-document", "--name", "Plan").returncode == 2
    unconfirmed = program.do("delete-document", "--document", "Plan")
    assert unconfirmed.returncode == 2 and "--yes" in unconfirmed.stderr
    assert program.do("delete-document", "--document", "Plan", "--yes").returncode == 0
    assert not (program.folder / "Plan.md").exists()


def test_what_is_not_available_says_why(program):
    assert program.do("switch-focus", "--no-on").returncode == 0
    measured = program.do("measure-document", "--document", "Sea", "--text", "one two")
    assert measured.returncode == 3 and "Buy" in measured.stderr
    listed = program.do("--list", "--json")
    unavailable = jq(listed.stdout, '.[] | select(.name == "measure-document") | .reasons[0].remedy')
    assert unavailable.startswith("Buy")
    assert "Not available:" in program.do("--list").stdout


COMPLETED = {
    # Prints what a shell would offer.
    "bash": """
        source /dev/stdin <<< "$SCRIPT"
        COMP_WORDS=($WORDS ''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        [ -n "$PART" ] && COMP_WORDS[COMP_CWORD]="$PART"
        _documents_do; printf '%s\\n' "${COMPREPLY[@]}"
    """,
    "fish": 'echo "$SCRIPT" | source; complete --do-complete "$WORDS $PART"',
}


@pytest.mark.parametrize("shell", COMPLETED)
def test_completion_in_a_shell(program, shell):
    script = program.do("--completion", shell)
    assert script.returncode == 0

    def completed(words, part=""):
        result = subprocess.run(
            [shell, "-c", COMPLETED[shell]],
            env={**program.environment, "SCRIPT": script.stdout, "WORDS": words, "PART": part},
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert result.returncode == 0 and result.stderr == "", result.stderr
        return [line.split("\t")[0] for line in result.stdout.splitlines()]

    assert completed("documents --folder Notes do", "create") == ["create-document"]
    assert "--title" in completed("documents do create-document", "--")
    assert "--yes" not in completed("documents do create-document", "--")
    assert {"--yes", "--input", "--help"} <= set(completed("documents do delete-document", "--"))
    assert "--no-on" in completed("documents do switch-focus", "--")
    assert {"--list", "--completion"} <= set(completed("documents do", "--"))


def test_completion_in_zsh_at_a_terminal(program, tmp_path):
    """The line editor of zsh needs a terminal, so the Tab key is pressed in one."""
    script = tmp_path / "documents-do.zsh"
    script.write_text(program.do("--completion", "zsh").stdout)
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**program.environment, "TERM": "xterm", "PS1": "$ "})
    shown = ""

    def typed(text, until):
        nonlocal shown
        start = len(shown)
        os.write(terminal, text.encode())
        deadline = time.monotonic() + 30
        while until not in shown[start:]:
            assert time.monotonic() < deadline, shown
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65_536).decode(errors="replace")

    try:
        typed(f"autoload -U compinit && compinit -u -D && source {script} && echo rea''dy\n", "ready")
        typed("documents --folder Notes do create-\t", "create-document")
        typed("--tit\t", "--title")
        typed("x --inp\t", "--input")
        # Control-U begins another line.
        typed("\x15documents do delete-document --y\t", "--yes")
        typed("\x15echo en''d\n", "end")
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
