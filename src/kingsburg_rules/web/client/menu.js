// The settings: language, light or dark, speed.

import { h } from "./vendor/preact.js";
import { div, sign } from "./pieces.js";
import { LANGUAGES, set, settings, t } from "./settings.js";

/** @param {{ onLanguage: () => void }} props */
export function Menu({ onLanguage }) {
  return h("details", { class: "menu" },
    h("summary", { "aria-label": t("settings") }, sign("settings")),
    div("panel",
      choice("language", t("language"), Object.entries(LANGUAGES), settings.language),
      choice("theme", t("theme"), [["auto", t("themeAuto")], ["light", t("themeLight")], ["dark", t("themeDark")]], settings.theme),
      choice("speed", t("speed"), [["calm", t("speedCalm")], ["fast", t("speedFast")], ["off", t("speedOff")]], settings.speed)));

  /** @param {string} name @param {string} title @param {readonly (readonly string[])[]} values @param {string} now */
  function choice(name, title, values, now) {
    return h("label", {}, title, h("select", { value: now, onChange: async (event) => {
      await set({ [name]: event.target.value });
      if (name === "language") onLanguage();
      dispatchEvent(new Event("redraw"));
    } }, values.map(([id, text]) => h("option", { key: id, value: id, selected: id === now }, text))));
  }
}
