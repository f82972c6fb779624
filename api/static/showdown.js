// Cards by picking: a deck opens below the field that is being filled. Without script the cards are typed.
(function () {
  "use strict";
  const template = document.getElementById("picker");
  const fields = Array.from(document.querySelectorAll("[data-cards]"));
  if (!template || !fields.length) return;
  const picker = template.content.firstElementChild.cloneNode(true);
  const buttons = Array.from(picker.querySelectorAll("[data-card]"));
  const suits = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  let field = null;

  function cardsOf(text) {
    return (text.match(/(10|[2-9tjqka])[cdhs♣♦♥♠]/gi) || []).map(function (card) {
      const rank = card.slice(0, -1).toUpperCase().replace("10", "T");
      const suit = card.slice(-1);
      return rank + (suits[suit] || suit.toLowerCase());
    });
  }

  function refresh() {
    const own = cardsOf(field.value);
    const elsewhere = new Set(fields.filter(function (other) { return other !== field; })
      .flatMap(function (other) { return cardsOf(other.value); }));
    const full = own.length >= Number(field.dataset.cards || 7);
    buttons.forEach(function (button) {
      const card = button.dataset.card, held = own.includes(card);
      button.setAttribute("aria-pressed", String(held));
      button.disabled = !held && (full || elsewhere.has(card));
    });
    if (!buttons.some(function (button) { return button.tabIndex === 0 && !button.disabled; })) {
      stopAt(buttons.find(function (button) { return !button.disabled; }));
    }
  }

  function around() {
    return field.closest("fieldset, .fields");
  }

  function open(event) {
    field = event.target;
    around().append(picker);
    refresh();
  }

  // One stop for the tabulator; from there the arrows lead on.
  function stopAt(button) {
    buttons.forEach(function (other) { other.tabIndex = other === button ? 0 : -1; });
  }

  picker.addEventListener("click", function (event) {
    const button = event.target.closest("[data-card]");
    if (!button || !field) return;
    const card = button.dataset.card;
    let own = cardsOf(field.value);
    stopAt(button);
    own = own.includes(card) ? own.filter(function (other) { return other !== card; }) : own.concat(card);
    field.value = own.join(" ");
    refresh();
  });
  picker.addEventListener("keydown", function (event) {
    if (event.key === "Escape") field.focus();
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    if (!step) return;
    event.preventDefault();
    let at = buttons.indexOf(document.activeElement) + step;
    while (at >= 0 && at < buttons.length && buttons[at].disabled) at += step;
    if (at >= 0 && at < buttons.length) {
      stopAt(buttons[at]);
      buttons[at].focus();
    }
  });
  fields.forEach(function (each) {
    each.addEventListener("focus", open);
    each.addEventListener("input", refresh);
  });
  document.addEventListener("focusin", function (event) {
    if (picker.isConnected && !around().contains(event.target)) picker.remove();
  });
}());
