"""The shell's language: lists, pipes, quotes, expansions, redirects."""

import pytest

from devices.virtual.shell.parser import ShellSyntaxError, parse


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("echo a b", "a b\n"),
        ("echo 'a  b' \"c  d\" e\\ f", "a  b c  d e f\n"),
        ("echo \"x'y\" 'x\"y'", "x'y x\"y\n"),
        ("true && echo yes || echo no", "yes\n"),
        ("false && echo yes || echo no", "no\n"),
        ("false; echo $?; true; echo $?", "1\n0\n"),
        ("! true; echo $?", "1\n"),
        ("echo one; echo two\necho three", "one\ntwo\nthree\n"),
        ("echo a | cat | tr a b", "b\n"),
        ("A=1; B=$A-2; echo ${B} \"$A\" '$A'", "1-2 1 $A\n"),
        ("A=5 env | grep ^A=; echo [$A]", "A=5\n[]\n"),
        ("echo $(echo in $(echo deep))", "in deep\n"),
        ("echo `echo back`", "back\n"),
        ("W='a b'; for_=1; echo $W; printf '%s|' $W \"$W\"", "a b\na|b|a b|"),
        ("(cd /sdcard; pwd); pwd", "/sdcard\n/\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("echo a > /sdcard/f; echo b >> /sdcard/f; cat < /sdcard/f", "a\nb\n"),
        ("nope 2>/dev/null; echo $?", "127\n"),
        ("nope 2>&1 | cat", "sh: nope: not found\n"),
        ("{ echo o; nope; } &> /sdcard/all; cat /sdcard/all", "o\nsh: nope: not found\n"),
        ("sh -c 'echo sub $0; exit 3' name; echo $?", "sub name\n3\n"),
        (
            "touch /sdcard/a1 /sdcard/a2; echo /sdcard/a*; echo '/sdcard/a*' /sdcard/zz*",
            "/sdcard/a1 /sdcard/a2\n/sdcard/a* /sdcard/zz*\n",
        ),
        ("echo # comment", "\n"),
        ("echo a\\\nb", "ab\n"),
        ("test -d /sdcard && [ -f /sdcard/no ] || echo none", "none\n"),
        ("[ 3 -gt 2 ] && [ a != b ] && echo ok", "ok\n"),
        ("yes=1; echo ${none:-default}", "default\n"),
        ("seq_ 2>/dev/null || echo fallback", "fallback\n"),
        ("echo 'l1\nl2' | head -n 1", "l1\n"),
        ("logcat | head -1", "--------- beginning of main\n"),
        ("echo -n x; echo -e 'a\\tb'", "xa\tb\n"),
        ("/system/bin/echo path", "path\n"),
        ("echo \"\" | wc -c; echo '' a", "1\n a\n"),
    ],
)
def test_lines(sh, line, output):
    assert sh(line)[0] == output


@pytest.mark.parametrize(
    "line", ["echo 'open", 'echo "open', "(echo", "| cat", "a &&& b", "echo $(x", "{ echo", "a > ", ")"]
)
def test_bad_lines_are_errors_not_crashes(sh, line):
    with pytest.raises(ShellSyntaxError):
        parse(line)
    out, err, status = sh(line)
    assert status == 1 and "syntax error" in err and not out


def test_exit_ends_the_line_with_its_status(sh):
    assert sh("echo a; exit 9; echo b") == ("a\n", "", 9)


def test_unknown_command(sh):
    assert sh("frobnicate -x") == ("", "sh: frobnicate: not found\n", 127)


def test_a_shell_that_calls_itself_stops(sh, device):
    device.fs.write("/data/local/tmp/loop.sh", b"sh /data/local/tmp/loop.sh")
    assert sh("sh /data/local/tmp/loop.sh")[2] == 126


def test_background_commands_do_not_hold_the_line(sh):
    assert sh("sleep 600 & echo next")[0] == "next\n"
