"""Turns a command line into a tree: lists, pipelines, groups, words with quotes, redirects."""

import dataclasses

OPERATORS = ("&&", "||", ";;", ">>", "&>", ";", "|", "&", "<", ">", "(", ")", "\n")
MAX_LENGTH = 1 << 20


class ShellSyntaxError(ValueError):
    """The line cannot be parsed; str(error) says at which token."""


@dataclasses.dataclass(slots=True)
class Part:
    """A piece of a word. kind: "text", "var" (its name) or "command" (the line inside $( ))."""

    kind: str
    value: str
    quoted: bool


@dataclasses.dataclass(slots=True)
class Redirect:
    descriptor: int  # 0, 1, 2, or 12 for both outputs
    mode: str  # "<", ">", ">>" or "&" (a copy of another descriptor)
    target: list  # the parts of a word


@dataclasses.dataclass(slots=True)
class Simple:
    assignments: list  # [(name, parts)]
    words: list  # [parts]
    redirects: list


@dataclasses.dataclass(slots=True)
class Group:
    body: "Sequence"
    redirects: list
    subshell: bool


@dataclasses.dataclass(slots=True)
class Pipeline:
    commands: list
    negated: bool


@dataclasses.dataclass(slots=True)
class AndOr:
    first: Pipeline
    rest: list  # [("&&" | "||", Pipeline)]
    background: bool = False


@dataclasses.dataclass(slots=True)
class Sequence:
    items: list


def parse(line):
    """The Sequence of a command line. Raises ShellSyntaxError."""
    if len(line) > MAX_LENGTH:
        raise ShellSyntaxError("line too long")
    return _Parser(_tokens(line)).whole()


def _tokens(line):
    """[operator as str | word as list of Part], in order."""
    tokens, index, size = [], 0, len(line)
    while index < size:
        char = line[index]
        if char in " \t\r":
            index += 1
        elif char == "#":
            end = line.find("\n", index)
            index = size if end < 0 else end
        elif line[index : index + 2] == "\\\n":
            index += 2
        elif char.isdigit() and line[index + 1 : index + 2] in ("<", ">"):
            tokens.append(("fd", int(char)))
            index += 1
        else:
            operator = next((op for op in OPERATORS if line.startswith(op, index)), None)
            if operator:
                tokens.append(operator)
                index += len(operator)
            else:
                word, index = _word(line, index)
                tokens.append(word)
    return tokens


def _word(line, index):
    parts, size = [], len(line)

    def text(value, quoted):
        if parts and parts[-1].kind == "text" and parts[-1].quoted == quoted:
            parts[-1].value += value
        else:
            parts.append(Part("text", value, quoted))

    while index < size and line[index] not in " \t\r\n;|&<>()":
        char = line[index]
        if char == "\\":
            if line[index + 1 : index + 2] != "\n":
                text(line[index + 1 : index + 2], True)
            index += 2
        elif char == "'":
            end = line.find("'", index + 1)
            if end < 0:
                raise ShellSyntaxError("no closing quote")
            text(line[index + 1 : end], True)
            index = end + 1
        elif char == '"':
            index += 1
            text("", True)
            while index < size and line[index] != '"':
                if line[index] == "\\" and line[index + 1 : index + 2] in ('"', "\\", "$", "`", "\n"):
                    if line[index + 1] != "\n":
                        text(line[index + 1], True)
                    index += 2
                elif line[index] in "$`":
                    index = _expansion(line, index, True, parts, text)
                else:
                    text(line[index], True)
                    index += 1
            if index >= size:
                raise ShellSyntaxError("no closing quote")
            index += 1
        elif char in "$`":
            index = _expansion(line, index, False, parts, text)
        else:
            text(char, False)
            index += 1
    return parts, index


def _expansion(line, index, quoted, parts, text):
    """Parse what stands at a "$" or a backquote; returns where it ends."""
    if line[index] == "`":
        end = line.find("`", index + 1)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        parts.append(Part("command", line[index + 1 : end], quoted))
        return end + 1
    following = line[index + 1 : index + 2]
    if following == "(":
        depth, end = 1, index + 2
        while end < len(line) and depth:
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            end += 1
        if depth:
            raise ShellSyntaxError("unexpected EOF looking for ')'")
        parts.append(Part("command", line[index + 2 : end - 1], quoted))
        return end
    if following == "{":
        end = line.find("}", index)
        if end < 0:
            raise ShellSyntaxError("unexpected EOF looking for '}'")
        parts.append(Part("var", line[index + 2 : end], quoted))
        return end + 1
    if following and following in "?$!#@0123456789":
        parts.append(Part("var", following, quoted))
        return index + 2
    end = index + 1
    while end < len(line) and ((line[end].isalnum() and line[end].isascii()) or line[end] == "_"):
        end += 1
    if end == index + 1:
        text("$", quoted)
    else:
        parts.append(Part("var", line[index + 1 : end], quoted))
    return end


def _plain(token, value):
    return isinstance(token, list) and len(token) == 1 and token[0] == Part("text", value, False)


class _Parser:
    def __init__(self, tokens):
        self._tokens, self._index = tokens, 0

    def _peek(self):
        return self._tokens[self._index] if self._index < len(self._tokens) else None

    def _next(self):
        token = self._peek()
        self._index += 1
        return token

    def _unexpected(self):
        token = self._peek()
        shown = (
            token
            if isinstance(token, str)
            else "newline"
            if token is None
            else "".join(p.value for p in token)
            if isinstance(token, list)
            else str(token[1])
        )
        return ShellSyntaxError(f"unexpected '{shown}'")

    def whole(self):
        sequence = self._sequence(None)
        if self._peek() is not None:
            raise self._unexpected()
        return sequence

    def _sequence(self, end):
        items = []
        while True:
            while self._peek() in (";", "\n"):
                self._next()
            token = self._peek()
            if token is None or token == ")" or (end == "}" and _plain(token, "}")):
                return Sequence(items)
            item = self._and_or()
            items.append(item)
            token = self._peek()
            if token == "&":
                item.background = True
                self._next()
            elif token not in (";", "\n", None, ")") and not (end == "}" and _plain(token, "}")):
                raise self._unexpected()

    def _and_or(self):
        node = AndOr(self._pipeline(), [])
        while self._peek() in ("&&", "||"):
            operator = self._next()
            while self._peek() == "\n":
                self._next()
            node.rest.append((operator, self._pipeline()))
        return node

    def _pipeline(self):
        negated = False
        while _plain(self._peek(), "!"):
            negated = not negated
            self._next()
        commands = [self._command()]
        while self._peek() == "|":
            self._next()
            while self._peek() == "\n":
                self._next()
            commands.append(self._command())
        return Pipeline(commands, negated)

    def _command(self):
        token = self._peek()
        if token == "(":
            return self._group(")")
        if _plain(token, "{"):
            return self._group("}")
        node = Simple([], [], [])
        while True:
            token = self._peek()
            redirect = self._redirect()
            if redirect:
                node.redirects.append(redirect)
            elif isinstance(token, list):
                self._next()
                name = self._assigned(token) if not node.words else None
                if name:
                    first = Part("text", token[0].value[len(name) + 1 :], False)
                    node.assignments.append((name, [first, *token[1:]]))
                else:
                    node.words.append(token)
            else:
                break
        if not (node.words or node.assignments or node.redirects):
            raise self._unexpected()
        return node

    @staticmethod
    def _assigned(word):
        """The variable's name if the word is NAME=value."""
        first = word[0] if word else None
        if first and first.kind == "text" and not first.quoted and "=" in first.value:
            name = first.value.partition("=")[0]
            if name.isidentifier():
                return name
        return None

    def _group(self, end):
        self._next()
        body = self._sequence(end)
        closing = self._peek()
        if not (closing == ")" if end == ")" else _plain(closing, "}")):
            raise self._unexpected()
        self._next()
        node = Group(body, [], end == ")")
        while redirect := self._redirect():
            node.redirects.append(redirect)
        return node

    def _redirect(self):
        token, descriptor = self._peek(), None
        if isinstance(token, tuple):
            descriptor = token[1]
            self._next()
            token = self._peek()
        if token not in ("<", ">", ">>", "&>"):
            return None
        self._next()
        if token == "&>":
            descriptor, token = 12, ">"
        elif descriptor is None:
            descriptor = 0 if token == "<" else 1
        if token == ">" and self._peek() == "&":
            self._next()
            token = "&"
        target = self._peek()
        if not isinstance(target, list):
            raise self._unexpected()
        self._next()
        return Redirect(descriptor, token, target)
