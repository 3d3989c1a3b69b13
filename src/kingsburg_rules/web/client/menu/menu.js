// The settings.

import { h, html } from "../vendor/preact.js";
import { field } from "../pieces/controls.js";
import { sign } from "../pieces/signs.js";
import { LANGUAGES, set, settings, t } from "../settings.js";
import { Automation } from "./automation.js";
import { MyLink } from "./my-link.js";
import { MyName } from "./my-name.js";
import { Panel } from "./panel.js";
import { Switches } from "./switches.js";

/** @import { TablePage } from "../table/page.js" */

/** @param {{ onLanguage: () => void, page?: TablePage }} props */
export function Menu({ onLanguage, page }) {
  const seat = page?.session.welcome.value?.seat ?? null;
  const session = seat === null ? null : page?.session;
  const choices = html`${choice("language", Object.entries(LANGUAGES), onLanguage)}
  ${choice("theme", [
    ["auto", t("themeAuto")],
    ["light", t("themeLight")],
    ["dark", t("themeDark")],
  ])}
  ${choice("speed", [
    ["calm", t("speedCalm")],
    ["fast", t("speedFast")],
    ["off", t("speedOff")],
  ])}
  ${choice("winter", [
    ["wait", t("winterWaits")],
    ["on", t("winterGoesOn")],
  ])}
  ${h(Switches, {})}
  ${page && session && [h(MyName, { session }), h(Automation, { session }), h(MyLink, { page })]}`;
  return h(Panel, { label: t("settings"), title: sign("settings"), children: choices });

  /**
   * @param {"language" | "theme" | "speed" | "winter"} name
   * @param {readonly (readonly string[])[]} values
   * @param {() => void} [changed]
   */
  function choice(name, values, changed) {
    return field(t(name), values, settings.value[name], async (value) => {
      await set({ [name]: value });
      changed?.();
    });
  }
}
