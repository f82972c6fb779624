"""Markdown as far as the project's own texts use it: headings, paragraphs, lists, `code` and **strong** words."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\((/[^)\s]*|#[^)\s]*)\)")


def prose(text: str, level: int = 2) -> Markup:
    """The text as markup; its first heading is of that level."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        heading = re.match(r"(#+) (.+)", block)
        if heading:
            depth = min(level + len(heading[1]) - 1, 6)
            blocks.append(Markup("<h{}>{}</h{}>").format(depth, inline(heading[2]), depth))
            block = block[heading.end() :].strip()
        if not block:
            continue
        if re.match(r"[-*] ", block):
            items = re.split(r"^[-*] ", block, flags=re.MULTILINE)[1:]
            blocks.append(Markup("<ul>{}</ul>").format(Markup("").join(_item(item) for item in items)))
        else:
            blocks.append(Markup("<p>{}</p>").format(inline(block)))
    return Markup("").join(blocks)


def _item(text: str) -> Markup:
    return Markup("<li>{}</li>").format(inline(text.strip()))


def inline(text: str) -> Markup:
    """One paragraph's words."""
    parts, at = [], 0
    for match in _INLINE.finditer(text):
        parts.append(escape(text[at : match.start()]))
        if match[1]:
            parts.append(Markup("<code>{}</code>").format(match[1]))
        elif match[2]:
            parts.append(Markup("<strong>{}</strong>").format(inline(match[2])))
        else:
            parts.append(Markup('<a href="{}">{}</a>').format(match[4], match[3]))
        at = match.end()
    return Markup("").join([*parts, escape(text[at:])])
