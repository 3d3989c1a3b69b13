// The settings: language, light or dark, speed; and at a table the name, and what is done without asking.

import { h } from "./vendor/preact.js";
import { field, sign, tick } from "./pieces.js";
import { LANGUAGES, set, settings, t } from "./settings.js";

/** @import { Session } from "./session.js" */

/** @type {readonly ("forced" | "gains" | "peeks")[]} */
const KINDS = ["forced", "gains", "peeks"];

/** @param {{ onLanguage: () => void, session?: Session }} props */
export function Menu({ onLanguage, session }) {
  return h(
    "details",
    { class: "menu" },
    h("summary", { "aria-label": t("settings") }, sign("settings")),
    h(
      "div",
      { class: "panel" },
      choice("language", Object.entries(LANGUAGES), onLanguage),
      choice("theme", [
        ["auto", t("themeAuto")],
        ["light", t("themeLight")],
        ["dark", t("themeDark")],
      ]),
      choice("speed", [
        ["calm", t("speedCalm")],
        ["fast", t("speedFast")],
        ["off", t("speedOff")],
      ]),
      session && session.welcome?.seat !== null && [h(MyName, { session }), h(Automation, { session })],
    ),
  );

  /**
   * @param {"language" | "theme" | "speed"} name
   * @param {readonly (readonly string[])[]} values
   * @param {() => void} [changed]
   */
  function choice(name, values, changed) {
    return field(t(name), values, settings[name], async (value) => {
      await set({ [name]: value });
      changed?.();
      dispatchEvent(new Event("redraw"));
    });
  }
}

/** The name of the seat, which can change at any time. @param {{ session: Session }} props */
export function MyName({ session }) {
  const { welcome, people } = session;
  const person = people.find((one) => one.seat === welcome?.seat);
  return h(
    "label",
    { class: "my-name" },
    t("yourName"),
    h("input", {
      value: person?.name ?? settings.name,
      maxLength: 40,
      autocomplete: "nickname",
      onChange: async (event) => {
        const name = event.target.value.trim();
        if (name === "") return;
        await set({ name });
        if (person) session.tell("rename", { name });
      },
    }),
  );
}

/** What is done without asking: chosen before the game starts. @param {{ session: Session }} props */
export function Automation({ session }) {
  const { welcome } = session;
  const chosen = session.automation;
  return h(
    "fieldset",
    { class: "automation" },
    h("legend", {}, t("automation")),
    KINDS.map((kind) =>
      tick({
        key: kind,
        title: t(kind),
        checked: chosen.includes(kind),
        off: welcome?.started === true,
        onChange: () => {
          session.automation = KINDS.filter((one) => chosen.includes(one) !== (one === kind));
          session.tell("automation", { automation: session.automation });
        },
      }),
    ),
    welcome?.started && h("p", { class: "soft" }, t("automationFixed")),
  );
}
