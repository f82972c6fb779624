"""Hand histories in XML: cut into hands while the text streams by, each hand parsed by itself with its line numbers.

The files are not always well-formed as a whole (no single root, stray letters between hands), and one broken hand
must cost one hand; so what stands between two hands is kept apart from them. A DOCTYPE is refused before anything is
parsed: without one XML has no entities of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from xml.parsers import expat

from studbook.formats.common import MAX_LINES_OF_A_HAND, Cannot, Line, Unread, quoted
from studbook.formats.money import amount

MAX_LETTERS_OF_A_HAND = 1 << 20
MAX_DEPTH = 12
_DECLARATION = re.compile(r"<!(?!--|\[CDATA\[)", re.IGNORECASE)
_CUT = re.compile(r"(?=<game[\s>])|(?<=</game>)")


@dataclass(slots=True)
class Element:
    """An element: its tag, attributes and children, the text directly in it, and the line that it begins on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def get(self, name: str) -> str:
        """An attribute that must be there. Raises Cannot."""
        if name not in self.attributes:
            raise Cannot(f"<{self.tag}> has no {name}", self.line)
        return self.attributes[name]

    def all(self, tag: str) -> list[Element]:
        """The children with a tag, in order."""
        return [child for child in self.children if child.tag == tag]

    def one(self, tag: str) -> Element:
        """The only child with a tag. Raises Cannot where there is none, or more than one."""
        found = self.all(tag)
        if len(found) != 1:
            raise Cannot(f"<{self.tag}> has {len(found)} elements <{tag}>; one was expected", self.line)
        return found[0]

    def number(self, name: str) -> int:
        """An attribute that is a whole number. Raises Cannot."""
        text = self.get(name)
        if not re.fullmatch(r"\d{1,9}", text):
            raise Cannot(f"{name}={quoted(text)} of <{self.tag}> is no number", self.line)
        return int(text)

    def amount(self, name: str) -> Decimal:
        """An attribute that is an amount. Raises Cannot."""
        try:
            return amount(self.get(name))
        except Cannot as error:
            raise Cannot(f"{name}: {error.reason}", self.line) from None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a file: a hand (from ``<game`` to ``</game>``), or what stands between hands."""

    hand: bool
    lines: list[Line]


def pieces(lines: Iterable[Line], file: str) -> Iterator[Piece | Unread]:
    """The hands of an XML file and what stands between them. Memory is bounded by one hand; a stretch without an end
    is an `Unread`, and so is a DOCTYPE, after which nothing more is read."""
    block: list[Line] = []
    letters = 0
    inside = False
    overlong = False
    for number, whole in lines:
        if _DECLARATION.search(whole):
            yield Unread(file, number, "XML with a DOCTYPE is not read: hand histories need none")
            return
        for part in _CUT.split(whole):
            if part.startswith("<game"):
                if block and not overlong:
                    yield Piece(inside, block)
                block, letters, inside, overlong = [], 0, True, False
            if not overlong:
                block.append((number, part))
                letters += len(part)
                if len(block) > MAX_LINES_OF_A_HAND or letters > MAX_LETTERS_OF_A_HAND:
                    reason = f"{letters} letters on {len(block)} lines without the end of a hand"
                    yield Unread(file, block[0][0], reason)
                    block, overlong = [], True
            if part.endswith("</game>") and inside:
                if not overlong:
                    yield Piece(True, block)
                block, letters, inside, overlong = [], 0, False, False
    if block and not overlong:
        yield Piece(inside, block)


def parsed(lines: list[Line]) -> Element:
    """The element that the lines are. Raises Cannot with the line where they are no XML."""
    root = Element("", {}, lines[0][0])
    stack = [root]
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def line() -> int:
        return lines[min(parser.CurrentLineNumber, len(lines)) - 1][0]

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if len(stack) > MAX_DEPTH:
            raise Cannot("the XML is nested too deeply", line())
        element = Element(tag, dict(attributes), line())
        stack[-1].children.append(element)
        stack.append(element)

    def end(_tag: str) -> None:
        stack.pop()

    def text(letters: str) -> None:
        stack[-1].text += letters

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    try:
        parser.Parse("\n".join(part for _, part in lines), True)
    except expat.ExpatError as error:
        at = lines[min(error.lineno, len(lines)) - 1]
        raise Cannot(f"this is no XML: {expat.errors.messages[error.code]} in {quoted(at[1])}", at[0]) from None
    except ValueError as error:  # letters that XML has not, such as half a surrogate pair
        raise Cannot(f"this is no XML: {error}", lines[0][0]) from None
    return root.children[0]


# What each element of a format may have: its attributes, and its children by tag.
Known = Mapping[str, tuple[frozenset[str], frozenset[str]]]


def element(attributes: str = "", children: str = "") -> tuple[frozenset[str], frozenset[str]]:
    """An entry of `Known`: names separated by spaces."""
    return frozenset(attributes.split()), frozenset(children.split())


def check_known(found: Element, known: Known) -> None:
    """Raises Cannot for the first attribute, element or stray text that ``known`` does not have."""
    attributes, children = known[found.tag]
    for name in found.attributes:
        if name not in attributes:
            raise Cannot(f"<{found.tag}> has the attribute {name}, which is not understood", found.line)
    if children and found.text.strip():
        raise Cannot(f"the text {quoted(found.text)} in <{found.tag}> is not understood", found.line)
    for child in found.children:
        if child.tag not in children:
            raise Cannot(f"<{child.tag}> in <{found.tag}> is not understood", child.line)
        check_known(child, known)
