"""The rule book as a whole: nothing in the engine without an article, no article without a test, pages as the code."""

from __future__ import annotations

import ast
import json
import os
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from studbook.games import GAMES
from studbook.house import HOUSE_RULES
from studbook.rulebook import ARTICLES, CHAPTERS, article_id
from studbook.rulesheet import DOCUMENTS, chapters_of, pages, rule_sheet, rule_sheets, write_pages
from studbook.violations import CODES, MAY_STAND, STOOD
from tests.engine.play import deal_hand, set_up
from tests.engine.rulebook_hands import Ruling

SOAK = bool(os.environ.get("STUDBOOK_SOAK"))
ROOT = Path(__file__).parents[2]
ENGINE = [path for folder in ("studbook", "studbook/games") for path in sorted((ROOT / folder).glob("*.py"))]
CITED = re.compile(r"``([a-z0-9-]+/[a-z-]+)``")
# In which argument of a call a topic stands.
TOPIC_AT = {"note": (0,), "article": (0,), "Share": (2,), "Award": (4,), "_sides": (2, 3)}
# Codes of events and house rules that only some games have, by the house rule that those games know.
ONLY_WITH = {
    "wrong-price": "prices",
    "insufficient-chips": "prices",
    "declaration-missing": "declare",
    "declaration-changed": "declare",
    "wrong-bring-in": "third_street_opener",
    "bad-bring-in-amount": "third_street_opener",
    "must-bring-in": "third_street_opener",
    "must-open-or-fold": "third_street_opener",
}
ONLY_IN = {
    "empty-place": ("new-york-new-york", "wall-street", "no-peek", "no-peek-hi-lo"),
    "wrong-place-card": ("new-york-new-york", "wall-street"),
    "row-not-filled": ("new-york-new-york", "wall-street"),
    "must-keep-flipping": ("no-peek", "no-peek-hi-lo"),
    "must-fold": ("no-peek", "no-peek-hi-lo"),
}


@cache
def in_the_sheet(game: str) -> set[str]:
    return {article["id"] for article in rule_sheet(game)["articles"]}


# -- from the engine to the book -------------------------------------------------------------------------------------


def may_come(code: str, game: str) -> bool:
    """Whether a game can have the fault that a code names."""
    if code in ONLY_WITH:
        return ONLY_WITH[code] in GAMES[game].rules
    return game in ONLY_IN.get(code, GAMES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_an_article_in_every_game_that_can_have_its_fault(code: str) -> None:
    games = [game for game in GAMES if may_come(code, game)]
    assert games
    for game in games:
        assert GAMES[game].article(CODES[code]) in in_the_sheet(game), game


@pytest.mark.parametrize("code", sorted(MAY_STAND))
def test_what_may_stand_has_an_article_that_lets_it_stand(code: str) -> None:
    assert set(STOOD) <= MAY_STAND
    for game in GAMES:
        if may_come(code, game):
            assert GAMES[game].article(STOOD.get(code, "stands")) in in_the_sheet(game), game


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_of_a_game_has_an_article_in_its_sheet(game: str) -> None:
    articles = in_the_sheet(game)
    missing = {
        rule["name"]: rule["article"] for rule in rule_sheet(game)["house_rules"] if rule["article"] not in articles
    }
    assert missing == {}


def topics_in(tree: ast.AST) -> Iterator[str]:
    """The topics that a module writes down: in rulings, awards and shares, and in variables of that name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [node.args[at] for at in TOPIC_AT.get(name, ()) if at < len(node.args)]
        elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "topic" for target in node.targets):
            given = [node.value]
        else:
            continue
        for value in given:
            yield from _constants(value)


def _constants(value: ast.AST) -> Iterator[str]:
    """Of `"a" if test else "b"` both, of `award.topic` and of the test none."""
    if isinstance(value, ast.IfExp):
        yield from _constants(value.body)
        yield from _constants(value.orelse)
    elif isinstance(value, ast.Constant):
        yield str(value.value)


def test_every_topic_that_the_engine_writes_down_is_in_some_games_sheet() -> None:
    written = {topic: path.name for path in ENGINE for topic in topics_in(ast.parse(path.read_text()))}
    assert {"bring-in", "declare", "nobody-one-way", "high-half", "purchase", "phase-two", "least-raise"} <= set(
        written
    )
    sheets = {game: in_the_sheet(game) for game in GAMES}
    lost = {
        topic: file
        for topic, file in written.items()
        if not any(played.article(topic) in sheets[game] for game, played in GAMES.items())
    }
    assert lost == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_article_that_a_hand_is_ruled_by_is_in_the_sheet_of_its_game(game: str) -> None:
    rng = random.Random(game)
    for _ in range(1000 if SOAK else 50):
        Ruling(deal_hand(set_up(game, rng), rng))


def test_every_article_that_a_comment_cites_exists() -> None:
    cited = {name: path.name for path in ENGINE for name in CITED.findall(path.read_text())}
    assert "wall-street/refill" in cited
    assert {name: file for name, file in cited.items() if name not in ARTICLES and name != "family/topic"} == {}


# -- from the book to the tests --------------------------------------------------------------------------------------


def strings_in_tests() -> set[str]:
    """Every string that stands inside a test function or one of its decorators, docstrings aside."""
    found: set[str] = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path == Path(__file__):
            continue
        tree = ast.parse(path.read_text())
        named = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
                continue
            parts: list[ast.AST] = [function]
            parts += [named[node.id] for node in ast.walk(function) if isinstance(node, ast.Name) and node.id in named]
            found |= {
                str(node.value)
                for part in parts
                for node in ast.walk(part)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    return found


def test_no_article_is_without_a_test_that_names_it() -> None:
    named = strings_in_tests()
    assert [name for name in ARTICLES if name not in named] == []


# -- the articles themselves -----------------------------------------------------------------------------------------


def test_every_article_stands_once_in_the_book() -> None:
    listed = [article.id for _, articles in CHAPTERS for article in articles]
    assert len(listed) == len(set(listed)) == len(ARTICLES)


@pytest.mark.parametrize("name", ARTICLES)
def test_an_article_is_one_sentence_with_a_source(name: str) -> None:
    article = ARTICLES[name]
    assert re.fullmatch(r"[a-z0-9-]+/[a-z-]+", name)
    assert article.text[0].isupper()
    assert article.text.endswith(".")
    assert not re.search(r"[.!?] [A-Z]", article.text)
    known = [cited_as for _, cited_as in DOCUMENTS.values()]
    known += ["house rule of this project", "Robert's Rules of Poker", "TDA 2024", "BARGE rulebook"]
    known += ["World Series of Poker rules", "PokerNews"]
    assert article.source.startswith(tuple(known))


@pytest.mark.parametrize("name", ARTICLES)
def test_an_article_belongs_to_some_game(name: str) -> None:
    assert any(name in in_the_sheet(game) for game in GAMES)


def test_what_an_article_needs_is_a_house_rule_or_what_a_pot_is_for() -> None:
    needs = {need for article in ARTICLES.values() for need in article.needs}
    assert needs <= {*HOUSE_RULES, "high", "low"}


def test_a_games_own_article_goes_before_its_familys() -> None:
    assert article_id(("deuce-to-seven-razz", "razz", "stud"), "opener") == "deuce-to-seven-razz/opener"
    assert article_id(("deuce-to-seven-razz", "razz", "stud"), "limits") == "razz/limits"
    assert article_id(("deuce-to-seven-razz", "razz", "stud"), "check") == "stud/check"
    for game in GAMES:
        topics = [name.partition("/")[2] for name in in_the_sheet(game)]
        assert len(topics) == len(set(topics)), game


# -- the sheets and the pages ----------------------------------------------------------------------------------------


def test_a_rule_sheet_says_who_plays_at_what_and_by_which_document() -> None:
    sheet = rule_sheet("wall-street")
    assert sheet["players"] == {"from": 2, "to": 7}
    assert sheet["document"]["cited_as"] == "Wall Street document"
    assert [(street["name"], street["bets"]) for street in sheet["streets"]] == [
        ("third street", "small"), ("fourth street", "small"), ("fifth street", "big"), ("sixth street", "big"),
        ("seventh street", "big"),
    ]  # fmt: skip
    assert [street["bets"] for street in rule_sheet("five-card-stud")["streets"]] == ["small", "small", "big", "big"]
    assert [street["name"] for street in rule_sheet("no-peek")["streets"]] == ["after every turn"]


def test_a_house_rule_names_its_values_its_default_and_where_that_is_another() -> None:
    rules = {rule["name"]: rule for rule in rule_sheet("seven-card-stud")["house_rules"]}
    assert rules["raise_cap"]["other_defaults"] == {"pot-limit": None, "no-limit": None}
    assert (rules["raise_cap"]["default"], rules["raise_cap"]["readings"]) == (3, [3, 4, None])
    assert rules["third_street_opener"]["other_defaults"] == {"no bring-in": "high_upcard"}
    assert rules["exhaustion"]["values"] == ["burns_then_community", "community_only"]
    market = {rule["name"]: rule for rule in rule_sheet("wall-street")["house_rules"]}
    assert "unsold_row_then_community" in market["exhaustion"]["values"]
    assert {"pot_for", "prices"} <= {name for name, rule in market.items() if not rule["disputable"]}


def test_a_rule_sheet_goes_through_json_unchanged() -> None:
    for sheet in rule_sheets():
        assert json.loads(json.dumps(sheet)) == sheet
    with pytest.raises(KeyError):
        rule_sheet("canasta")


def test_the_pages_in_docs_rules_are_those_of_the_code() -> None:
    folder = ROOT / "docs" / "rules"
    rendered = pages()
    assert {path.name for path in folder.glob("*.md")} == set(rendered)
    stale = [name for name, text in rendered.items() if (folder / name).read_text(encoding="utf-8") != text]
    assert stale == [], "write them anew: python -m studbook.rulesheet docs/rules"


def test_every_link_of_the_pages_leads_to_an_anchor() -> None:
    rendered = pages()
    anchors = {name: set(re.findall(r'<a id="([^"]+)"></a>', text)) for name, text in rendered.items()}
    for name, text in rendered.items():
        for file, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", text):
            assert anchor in anchors[file or name], (name, file, anchor)
        for file in re.findall(r"\]\(([^)#]+)\)", text):
            assert file in rendered, (name, file)


def test_a_page_has_every_article_and_house_rule_of_its_game() -> None:
    rendered = pages()
    for game, played in GAMES.items():
        text = rendered[f"{game}.md"]
        for _, articles in chapters_of(played):
            for article in articles:
                assert f'<a id="{article.id}"></a>' in text
                assert article.text in text
        for rule in played.rules:
            assert f'<a id="{rule}"></a>' in text


def test_writing_the_pages_takes_those_of_lost_games_away(tmp_path: Path) -> None:
    (tmp_path / "canasta.md").write_text("gone")
    written = write_pages(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in written)
    assert len(written) == len(GAMES) + 1
