// A field that filters a list: what people type, and the facets that the list has, such as the kinds of cards.
// A page asks for one with <div class="filter" data-items="SELECTOR" data-groups="SELECTOR" data-facets="kind fidelity">.
const made = (name, attributes) => Object.assign(document.createElement(name), attributes);

for (const place of document.querySelectorAll(".filter")) {
  const scope = place.parentElement;
  const items = [...scope.querySelectorAll(place.dataset.items)];
  const groups = place.dataset.groups ? [...scope.querySelectorAll(place.dataset.groups)] : [];
  const facets = (place.dataset.facets ?? "").split(" ").filter(Boolean);

  const field = made("input", { type: "search", placeholder: place.dataset.hint ?? "Filter" });
  field.setAttribute("aria-label", field.placeholder);
  const choices = facets.map((facet) => {
    const values = [...new Set(items.map((item) => item.dataset[facet]))].filter(Boolean);
    const choice = made("select", { name: facet });
    choice.setAttribute("aria-label", facet);
    choice.append(...["", ...values].map((value) => new Option(value || `any ${facet}`, value)));
    return choice;
  });
  const count = made("output", { className: "count" });
  place.append(field, ...choices.filter((choice) => choice.length > 2), count);

  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) {
      const text = `${item.textContent} ${item.dataset.words ?? ""}`.toLowerCase();
      const fits = choices.every((choice) => !choice.value || item.dataset[choice.name] === choice.value);
      item.hidden = !(fits && words.every((word) => text.includes(word)));
    }
    for (const group of groups) {
      const inside = items.filter((item) => group.contains(item));
      group.hidden = inside.length > 0 && inside.every((item) => item.hidden);
    }
    const shown = items.filter((item) => !item.hidden).length;
    count.textContent = shown === items.length ? `${shown}` : `${shown} of ${items.length}`;
  };
  place.addEventListener("input", apply);
  apply();
}
