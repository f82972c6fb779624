// Steps through a hand without loading the page anew. Without it every step is a link, and the slider a form.
(function () {
  "use strict";
  const stage = document.getElementById("stage");
  if (!stage || !stage.dataset.address) return;
  const picture = document.getElementById("picture");
  const caption = document.getElementById("caption");
  const slider = document.getElementById("step");
  const log = document.getElementById("log");
  const last = Number(slider ? slider.max : 0);
  const streets = slider ? slider.dataset.streets.split(",").map(Number) : [];
  const kept = new Map();
  let wanted = Number(slider ? slider.value : 0);

  document.documentElement.classList.add("scripted");
  kept.set(wanted, { picture: picture.innerHTML, caption: caption.innerHTML });

  function addressOf(step) {
    const page = new URL(location.href);
    page.searchParams.set("step", step);
    page.searchParams.delete("hinges");
    page.hash = "";
    return page;
  }

  function fetched(step) {
    if (kept.has(step)) return Promise.resolve(kept.get(step));
    const part = new URL(stage.dataset.address, location.href);
    part.searchParams.set("step", step);
    return fetch(part, { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then(function (html) {
      const parts = new DOMParser().parseFromString(html, "text/html");
      const found = {
        picture: parts.querySelector("[data-part=picture]").innerHTML,
        caption: parts.querySelector("[data-part=caption]").innerHTML,
      };
      kept.set(step, found);
      return found;
    });
  }

  function point(link, step, off) {
    if (off) {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.href = addressOf(step).search;
      link.removeAttribute("role");
      link.removeAttribute("aria-disabled");
    }
  }

  function show(step, found) {
    const open = caption.querySelector("details").open;
    picture.innerHTML = found.picture;
    caption.innerHTML = found.caption;
    caption.querySelector("details").open = open;
    slider.value = step;
    stage.querySelector("[data-here]").textContent = step;
    point(stage.querySelector("[data-go=first]"), 0, step === 0);
    point(stage.querySelector("[data-go=back]"), step - 1, step === 0);
    point(stage.querySelector("[data-go=next]"), step + 1, step === last);
    point(stage.querySelector("[data-go=last]"), last, step === last);
    if (log) {
      log.querySelectorAll("[aria-current]").forEach(function (link) { link.removeAttribute("aria-current"); });
      const link = log.querySelector('[data-step="' + step + '"]');
      if (link) {
        link.setAttribute("aria-current", "step");
        const box = log.getBoundingClientRect(), line = link.getBoundingClientRect();
        if (line.top < box.top || line.bottom > box.bottom) log.scrollTop += line.top - box.top - box.height / 2;
      }
    }
    const eyes = document.querySelector("form.eyes");
    if (eyes) {
      let field = eyes.querySelector("input[name=step]");
      if (!field) {
        field = document.createElement("input");
        field.type = "hidden";
        field.name = "step";
        eyes.append(field);
      }
      field.value = step;
    }
    history.replaceState(null, "", addressOf(step));
  }

  function go(step) {
    step = Math.max(0, Math.min(last, step));
    if (step === wanted) return;
    wanted = step;
    fetched(step).then(function (found) {
      if (step !== wanted) return;
      show(step, found);
      if (step < last) fetched(step + 1).catch(function () {});
    }).catch(function () {
      location.href = addressOf(step);
    });
  }

  stage.addEventListener("click", function (event) {
    const link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    go({ first: 0, back: wanted - 1, next: wanted + 1, last: last }[link.dataset.go]);
  });
  if (log) log.addEventListener("click", function (event) {
    const link = event.target.closest("[data-step]");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    go(Number(link.dataset.step));
  });
  if (slider) slider.addEventListener("input", function () { go(Number(slider.value)); });

  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, summary")) return;
    const inLog = event.target.closest("#log, .scroll");
    const back = streets.filter(function (street) { return street < wanted; }).pop();
    const ahead = streets.find(function (street) { return street > wanted; });
    const to = {
      ArrowLeft: wanted - 1,
      ArrowRight: wanted + 1,
      PageUp: inLog ? undefined : back,
      PageDown: inLog ? undefined : ahead,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
}());
