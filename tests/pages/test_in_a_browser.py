"""The pages in a real browser: stepping, searching, trying, disputing; by keyboard, on a phone, without script.

Every page that a test opens is watched: an error in its console, or a request to another host, fails the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.pages.conftest import RECORDS, Watch
from tests.pages.test_safety import HOSTILE, hostile
from tests.pages.test_try_and_showdown import DECLARED, POKERSTARS

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Find = Callable[[str], str]
Post = Callable[[dict[str, Any]], str]

# The shortest sample of each game.
OF_EACH_GAME = {
    record["game"]: name for name, record in sorted(RECORDS.items(), key=lambda item: -len(item[1]["events"]))
}
PHONE = 360


def at_step(page: Any, step: int) -> str:
    """Waits until the table stands at a step; gives the caption."""
    page.wait_for_selector(f'.caption[data-step="{step}"]')
    said: str = page.locator(".caption .now").inner_text()
    return said


@pytest.mark.parametrize("game", OF_EACH_GAME)
def test_a_hand_of_each_game_is_stepped_forward_and_back(game: str, open_page: Open, sample_id: Find) -> None:
    name = OF_EACH_GAME[game]
    page = open_page(f"/hands/{sample_id(name)}?step=0")
    last = len(RECORDS[name]["events"])
    began = at_step(page, 0)
    for _ in range(last + 1):  # as fast as one can, and once more at the end
        page.keyboard.press("ArrowRight")
    at_step(page, last)
    assert page.url.endswith(f"step={last}")
    assert page.locator(".caption .due").inner_text() == "The hand is over."
    assert page.locator("[data-go=next]").get_attribute("aria-disabled") == "true"
    logged = page.evaluate(
        "Object.fromEntries(Array.from(document.querySelectorAll('#log li > a'), a => [a.dataset.step, a.innerText]))"
    )
    for step in range(last - 1, 0, -1):
        page.keyboard.press("ArrowLeft")
        said = at_step(page, step)
        assert said == f"{logged[str(step)]}." if str(step) in logged else " is dealt " in said
    page.keyboard.press("ArrowLeft")
    assert at_step(page, 0) == began


def test_buttons_slider_log_and_address_lead_to_a_step(open_page: Open, sample_id: Find) -> None:
    hand = sample_id("C08-hilo8-three-side-pots")
    page = open_page(f"/hands/{hand}?step=7")
    at_step(page, 7)
    page.click("[data-go=next]")
    at_step(page, 8)
    page.click("[data-go=first]")
    at_step(page, 0)
    assert page.locator("[data-go=back]").get_attribute("aria-disabled") == "true"
    page.locator("#step").evaluate("slider => { slider.value = 30; slider.dispatchEvent(new Event('input')); }")
    at_step(page, 30)
    page.click('#log [data-step="12"]')
    assert at_step(page, 12).startswith("Ann is dealt")
    assert page.locator("#log [aria-current=step]").count() == 1
    page.click("h1")
    page.keyboard.press("PageDown")  # to the next street
    page.wait_for_selector('.caption:not([data-step="12"])')
    step = int(page.locator(".caption").get_attribute("data-step"))
    assert step > 12
    page.reload()
    at_step(page, step)


def test_stepping_keeps_whose_eyes_were_chosen(open_page: Open, sample_id: Find) -> None:
    page = open_page(f"/hands/{sample_id('C01-stud-bring-in-suit-tie')}?step=2")
    page.select_option("#viewer", "bob")
    page.click("text=Look")
    at_step(page, 2)
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    assert "viewer=bob" in page.url
    words = page.locator(".in-words")
    assert words.get_by_role("img", name="king of diamonds", include_hidden=True).count() == 1
    assert words.get_by_role("img", name="ace of hearts", include_hidden=True).count() == 0


def test_a_search_a_hand_and_back(open_page: Open) -> None:
    page = open_page("/hands")
    everything = page.locator(".hands li").count()
    page.fill("#f-player", "hal")
    page.click("text=Find")
    assert "player=hal" in page.url
    assert page.locator(".hands li").count() == 1
    page.click(".hands .which")
    page.wait_for_selector("#stage")
    page.keyboard.press("ArrowLeft")
    at_step(page, 72)
    page.go_back()
    assert page.input_value("#f-player") == "hal"
    assert page.locator(".hands li").count() == 1
    page.go_back()
    assert page.locator(".hands li").count() == everything


def test_a_good_and_a_broken_hand_are_tried(open_page: Open) -> None:
    page = open_page("/try")
    page.fill("#text", POKERSTARS)
    page.click("text=Judge")
    assert page.locator("#verdict-title").inner_text() == "Against the rules"
    page.click(".excerpt a")
    assert page.locator("#violation code").inner_text() == "bob: bets $15"
    page.fill("#text", POKERSTARS.replace("15", "10"))
    page.click("text=Judge")
    assert page.locator("#verdict-title").inner_text() == "Settled"
    page.select_option("#sample", "C21-wall-street-wild-five-of-a-kind")
    page.click("text=Show it")
    assert "five nines" in page.locator(".seats").inner_text()


def test_a_showdown_is_settled_with_picked_cards(open_page: Open, watch: Watch) -> None:
    watch.allowed.append("422")  # the browser writes down that the form was given back
    page = open_page("/showdown", width=PHONE)
    for row in (1, 2):
        page.fill(f"#name_{row}", DECLARED[f"name_{row}"])
        page.fill(f"#put_in_{row}", "14")
        page.select_option(f"#declared_{row}", DECLARED[f"declared_{row}"])
    page.focus("#cards_1")
    for card in DECLARED["cards_1"].split():
        page.click(f'[data-card="{card}"]')
    page.focus("#cards_2")
    assert page.locator('[data-card="8h"]').is_disabled()
    for card in ["2d", "3c", "4s", "6d", "8c", "Kh"]:
        page.click(f'[data-card="{card}"]')
    page.click("text=Rule and keep it")
    page.wait_for_selector("#settlement-title")
    assert "bob takes 28 the whole pot" in page.locator(".settlement").inner_text()
    page.go_back()
    page.fill("#put_in_2", "much")
    page.click("text=Rule and keep it")
    assert page.locator("#wrong-put_in_2").inner_text() == "a whole number of chips was expected"
    assert page.input_value("#cards_1") == DECLARED["cards_1"]


def test_a_dispute_is_filed_ruled_and_revises_the_hand(open_page: Open, post_hand: Post) -> None:
    hand = post_hand({**RECORDS["C13-declare-both-tie-loses"], "ref": "in a browser"})
    page = open_page(f"/hands/{hand}")
    page.click("text=Dispute this hand")
    page.fill("#by", "ann")
    page.fill("#won_1", "42")
    page.select_option("#agreed", 'both_tie="wins"')
    page.click("text=File the dispute")
    page.wait_for_selector("#result-title")
    assert page.locator("#result-title").inner_text() == "For the floor to decide"
    page.check("input[value=accept]")
    page.fill("#rule-by", "the floor")
    page.click("button:text-is('Decide')")
    page.click("text=The revision of the hand")
    page.wait_for_selector("#settlement-title")
    assert "Ann takes 14 for low" in page.locator(".settlement").inner_text()
    page.click("text=The hand that it revises")
    assert "This hand was revised." in page.locator(".notice").inner_text()


def test_a_link_is_made_followed_and_revoked(open_page: Open, watch: Watch, sample_id: Find) -> None:
    hand = sample_id("C01-stud-bring-in-suit-tie")
    page = open_page(f"/hands/{hand}/shares")
    page.click("text=Make a link")
    link = page.locator(".made a").get_attribute("href")
    seen = open_page(link)
    seen.keyboard.press("Home")
    for step in range(8, -1, -1):
        seen.keyboard.press("ArrowLeft")
        at_step(seen, step)
        assert "ace of hearts" not in seen.content()
    assert seen.locator("a[href*='/hands']").count() == 0
    page.locator("button:text-is('Revoke')").first.click()
    page.wait_for_selector("text=revoked")
    watch.allowed.append("404")
    seen.reload()
    assert "This link leads nowhere" in seen.locator("main").inner_text()


FOCUSED = """(() => {
    const at = document.activeElement;
    const told = at.getAttribute("aria-label") || at.labels?.[0]?.innerText || at.innerText || "";
    return [told.trim(), getComputedStyle(at).outlineStyle];
})()"""


def tab_to(page: Any, wanted: str) -> None:
    """Presses the tabulator until the focus is on an element with this text or label."""
    for _ in range(80):
        page.keyboard.press("Tab")
        told, ring = page.evaluate(FOCUSED)
        if told.startswith(wanted):
            assert ring != "none", f"{wanted}: the focus is not to be seen"
            return
    pytest.fail(f"no way by keyboard to {wanted!r}")


def test_everything_can_be_done_by_keyboard(open_page: Open) -> None:
    page = open_page("/")
    tab_to(page, "To the content")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.goto("/hands")
    tab_to(page, "Player")
    page.keyboard.type("hal")
    page.keyboard.press("Enter")
    page.wait_for_url("**player=hal**")
    tab_to(page, "Seven-card stud")
    page.keyboard.press("Enter")
    page.wait_for_selector("#stage")
    tab_to(page, "One step back")
    page.keyboard.press("Enter")
    at_step(page, 72)
    tab_to(page, "Step")
    page.keyboard.press("ArrowLeft")
    at_step(page, 71)
    tab_to(page, "The table in words")
    page.keyboard.press("Enter")
    assert page.locator(".in-words table").is_visible()
    page.goto("/showdown")
    tab_to(page, "Cards")
    tab_to(page, "ace of spades")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert page.input_value("#cards_1") == "As Ks"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "cards_1"


def test_without_script_every_step_is_a_link_and_every_form_works(open_page: Open, sample_id: Find) -> None:
    page = open_page(f"/hands/{sample_id('C11-five-card-stud')}?step=3", java_script_enabled=False)
    page.click("[data-go=next]")
    at_step(page, 4)
    page.click('#log [data-step="9"]')
    at_step(page, 9)
    page.locator(".slide button").click()
    at_step(page, 9)
    page.select_option("#viewer", "public")
    page.click("text=Look")
    at_step(page, 9)
    assert "viewer=public" in page.url
    page.goto("/showdown")
    for name, text in DECLARED.items():
        if name in ("rows", "key", "game"):
            continue
        field = page.locator(f"#{name}")
        if name.startswith(("declared", "out")):
            field.select_option(text)
        else:
            field.fill(text)
    page.click("text=Rule and keep it")
    assert "bob takes 33 the whole pot" in page.locator(".settlement").inner_text()


def test_four_colours_are_chosen_and_stay(open_page: Open, sample_id: Find) -> None:
    page = open_page(f"/hands/{sample_id('C11-five-card-stud')}")
    colours = "['s','h','d','c'].map(s => getComputedStyle(document.querySelector('.log .pc.' + s)).color)"
    assert len(set(page.evaluate(colours))) == 2
    page.click("text=Four-colour cards")
    page.wait_for_selector("text=Two-colour cards")
    assert len(set(page.evaluate(colours))) == 4
    page.reload()
    assert len(set(page.evaluate(colours))) == 4


@pytest.fixture
def paths(sample_id: Find, post_hand: Post, app: Any) -> list[str]:
    """An address of every page; the hands with many seats, and with names that are long and hostile."""
    hand = sample_id("C05-stud-eight-players-community-card")
    worst = post_hand(hostile(HOSTILE[2], 2))
    client = app.test_client()
    dispute = client.post(
        f"/v1/hands/{worst}/disputes", json={"by": "x" * 200, "claim": {"won": {"1": 4}}, "note": "word" * 100}
    ).json["id"]
    link = client.post(f"/v1/hands/{hand}/shares").json["url"]
    return [
        "/", f"/hands/{worst}?hinges=true&step=20", f"/disputes/{dispute}", "/try", "/games/wall-street",
        f"/hands/{sample_id('C24-no-peek-high-low-75-25')}?step=9", "/players?player=ann", f"/hands/{hand}/shares",
        "/showdown?game=wall-street", "/hands", "/docs", f"/results?table={'x' * 200}",
        "/try?sample=C07-razz-king-suit-pair-odd-chip", "/hands?player=nobody", link, f"/hands/{hand}/disputes",
        "/results?tag=friday", "/games", "/docs/problems/key-reused",
    ]  # fmt: skip


def test_no_page_scrolls_sideways_on_a_phone(open_page: Open, paths: list[str]) -> None:
    page = open_page("/", width=PHONE, height=740)
    wide = []
    for path in paths:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        if page.evaluate("document.documentElement.scrollWidth") > PHONE:
            wide.append(path)
    assert wide == []


# Of the contract a part of each kind: all of it has thousands of elements that are alike.
PARTS_OF_DOCS = {"include": [["header"], [".contents"], [".operation"], ["#schema-Stakes"]]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(scheme: str, open_page: Open, paths: list[str]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if scheme == "dark":  # only the colours are others
        options["runOnly"] = ["color-contrast"]
    page = open_page("/", color_scheme=scheme)
    found = []
    for path in paths if scheme == "light" else paths[::3]:
        page.goto(path)
        if path != "/docs":
            page.evaluate("document.querySelectorAll('main details').forEach(d => d.open = !d.querySelector('form'))")
        for violation in axe.run(page, PARTS_OF_DOCS if path == "/docs" else None, options).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                first = violation["nodes"][0]
                found.append(f"{path}: {violation['id']}: {first['html'][:160]}: {first['failureSummary'][:300]}")
    assert found == []


def test_a_hostile_name_runs_nothing(open_page: Open, post_hand: Post) -> None:
    page = open_page("/")
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    for number in (0, 1, 4):
        name = HOSTILE[number]
        page.goto(f"/hands/{post_hand(hostile(name, number))}")
        page.keyboard.press("ArrowLeft")
        at_step(page, 43)


def test_the_samples_of_the_page_are_what_json_holds(open_page: Open) -> None:
    page = open_page("/try?sample=C11-five-card-stud")
    typed = json.loads(page.input_value("#text"))
    assert typed == RECORDS["C11-five-card-stud"]
    assert re.search(r"Five-card stud", page.locator(".verdict").inner_text())
