// A client of server.py: it connects to a seat, follows the game, and answers. It needs nothing but `fetch`, so
// it runs in browsers and in Node. Copy it, and change how it talks to your server.

import { WIRE_VERSION } from "./src/index.js"; // from "kingsburg-rules-client"
import type { AnyAction, AnyEvent, AnyViolation, Catalog, Decision, SeatView } from "./src/index.js";

/** What the server sends first. */
interface Now {
  readonly view: SeatView;
  readonly decision: Decision | null;
}

/** What the server sends when something has happened: what it was, and how the game is now. */
interface News extends Now {
  readonly events: readonly AnyEvent[];
}

/** The server does not know this address; trying again does not help. */
export class NoSuchSeat extends Error {}

/** One seat at a table, or a spectator. */
export class Client {
  /** What the seat knows. It is a new object whenever something changes. */
  view: SeatView;

  /** What the seat must decide now, with exactly the legal answers. */
  decision: Decision | null;

  readonly #leaving = new AbortController();

  private constructor(
    readonly address: string,
    readonly catalog: Catalog,
    now: Now,
    readonly pause: number,
  ) {
    this.view = now.view;
    this.decision = now.decision;
  }

  /**
   * Connect to a seat.
   *
   * @param address The secret address of the seat.
   * @param pause How many milliseconds to wait after a connection was lost.
   */
  static async connect(address: string, pause = 1000): Promise<Client> {
    const catalog = (await got(`${address}/catalog`)) as Catalog;
    if (catalog.wire !== WIRE_VERSION) throw new Error(`The server speaks version ${catalog.wire}.`);
    return new Client(address, catalog, (await got(`${address}/now`)) as Now, pause);
  }

  /**
   * Follow the game until `leave` is called. After a lost connection, it goes on where it was: the number of
   * the last event says what is missing.
   *
   * @param changed Called after each change, for example to draw the view.
   */
  async listen(changed: (events: readonly AnyEvent[]) => void): Promise<void> {
    while (!this.#leaving.signal.aborted) {
      const sent = await this.#news();
      if (sent === null) await new Promise((resolve) => setTimeout(resolve, this.pause));
      else {
        this.view = sent.view;
        this.decision = sent.decision;
        changed(sent.events);
      }
    }
  }

  /** Wait for news; null if the connection was lost. */
  async #news(): Promise<News | null> {
    try {
      const after = this.view.seq ?? 0;
      return (await got(`${this.address}/since/${after}`, this.#leaving.signal)) as News;
    } catch (problem) {
      if (problem instanceof NoSuchSeat) throw problem;
      return null;
    }
  }

  /**
   * Answer a decision. Its id goes with the answer, so a double click does not answer the next question.
   *
   * @returns Why it was not possible, or null. The change itself comes with the next events.
   */
  async answer(decision: Decision, action: AnyAction): Promise<AnyViolation | null> {
    const sent = await fetch(`${this.address}/play/${decision.id ?? 0}`, {
      method: "POST",
      body: JSON.stringify(action),
    });
    if (sent.status === 404) throw new NoSuchSeat(this.address);
    return (await sent.json()) as AnyViolation | null;
  }

  /** Stop listening. */
  leave(): void {
    this.#leaving.abort();
  }
}

async function got(address: string, signal?: AbortSignal): Promise<unknown> {
  const sent = await fetch(address, signal === undefined ? {} : { signal });
  if (sent.status === 404) throw new NoSuchSeat(address);
  if (!sent.ok) throw new Error(`The server says ${sent.status}.`);
  return sent.json();
}
