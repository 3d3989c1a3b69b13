// Settings that are on or off.

import { html, useSignal } from "../vendor/preact.js";
import { tick } from "../pieces/controls.js";
import { set, settings, t } from "../settings.js";
import { switchNotify, switchSound } from "./alerts.js";

export function Switches() {
  const isRefused = useSignal(false);
  const { sound, notify, confirm, curtain } = settings.value;
  const changeNotify = async () => {
    isRefused.value = !(await switchNotify());
  };
  return html`<fieldset class="switches">
    ${tick({ title: t("sound"), checked: sound, onChange: switchSound })}
    ${tick({ title: t("notify"), checked: notify, onChange: changeNotify })}
    ${isRefused.value && html`<p class="soft" role="status">${t("notifyRefused")}</p>`}
    ${tick({ title: t("confirm"), checked: confirm, onChange: () => set({ confirm: !confirm }) })}
    ${tick({
      title: t("curtain"),
      checked: curtain === "always",
      onChange: () => set({ curtain: curtain === "always" ? "secrets" : "always" }),
    })}
  </fieldset>`;
}
