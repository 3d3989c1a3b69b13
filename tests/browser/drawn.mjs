// Tables that are drawn without a game: a page of the client, whose connection is made up, shows any view.

/** Let a page of the client draw views: it runs there, so it is whole by itself. */
export async function prepareTables() {
  const base = document.querySelector('script[src$="app.js"]').src; // its folder has a name that lasts
  const at = (name) => import(new URL(name, base).href);
  const [{ h, render }, { set }, { TablePage }] = await Promise.all(
    ["vendor/preact.js", "settings.js", "table/page.js"].map(at),
  );
  const root = document.getElementById("app");
  const FRAMES = 600;
  const SETTLING = 4; // frames until effects have run, and what watches the sizes of boxes has seen them
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let page = null;
  let channel = null;

  async function until(isSo, what) {
    for (let count = 0; !isSo(); count += 1) {
      if (count === FRAMES) throw new Error(`${what} does not come`);
      await frame();
    }
  }

  async function settle() {
    for (let count = 0; count < SETTLING; count += 1) await frame();
  }

  /** Draw a page of a table of which only the catalog is known. */
  globalThis.sit = async (catalog, language) => {
    page?.leave();
    await set({ language });
    channel = { send: () => true, close() {} };
    page = new TablePage({ open: () => channel, request: async () => catalog }, "none");
    render(null, root);
    render(h(() => page.render(), {}), root);
  };

  /** Draw what a seat sees and is asked, or the winter that news bring. */
  globalThis.show = async ({ view, ask, news, years = [] }) => {
    const { session } = page;
    session.goOn();
    const people = view.table.players.map(({ name }, seat) => (
      { seat, name, kind: "person", here: seat !== 1, bot: null, clock: 3599 }
    ));
    const log = [{ seq: 1, text: "What happened. ".repeat(9) }];
    channel.onmessage({
      type: "welcome", re: null, table: "none", title: "Test", seat: view.seat, started: true, host: false,
      language: "en", catalog: "c", view, ask, seq: 1, log, chat: [], people, can_undo: true, automation: [],
    });
    await until(() => session.view.peek() === view, "the view");
    if (years.length > 0) session.years.value = years;
    if (news) {
      channel.onmessage({ type: "events", ...news, seq: 2 + news.events.length, ask: null, can_undo: false });
      await until(() => document.querySelector(".continue"), "winter");
    }
    const shows = news ? ".battle" : view.table.over ? ".results" : view.table.enemy ? ".battle" : ".court";
    await until(() => document.querySelector(`.stage > ${shows}`), shows);
    if (ask) await until(() => document.querySelector(".dock.asks .answers"), "the question");
    scrollTo(0, 0);
    await settle();
    return session.names.peek().catalog.places.length;
  };

  /** Open the first answer that has several ways; false if there is none. */
  globalThis.openStep = async () => {
    const step = document.querySelector(".answer.step");
    step?.click();
    if (step) {
      await until(() => document.querySelector(".answer.step.chosen"), "the ways of an answer");
      await settle();
    }
    return step !== null;
  };

  /** Pick the advisor of the first answer, so that the ways to them are shown. */
  globalThis.pickAdvisor = async ({ decision }) => {
    page.pick({ advisor: decision.options.find(({ type }) => type === "Influence")?.advisor ?? null });
    await until(() => document.querySelector(".answer"), "a way to an advisor");
    await settle();
  };
}
