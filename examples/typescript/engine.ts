// The rules for a program in Node: it starts `kingsburg engine`, and asks. Copy it, and change how it starts.

import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

import type { AnyEngineAnswer, AnyEngineRequest, ErrorAnswer } from "./src/index.js"; // from "kingsburg-rules-client"

/** Which answer belongs to which request. */
interface Answers {
  VersionsRequest: "VersionsAnswer";
  ChoicesRequest: "ChoicesAnswer";
  NewGameRequest: "GameAnswer";
  LoadRequest: "GameAnswer";
  GameRequest: "GameAnswer";
  PlayRequest: "EventsAnswer";
  WhyNotRequest: "WhyNotAnswer";
  UndoRequest: "EventsAnswer";
  ViewRequest: "ViewAnswer";
  EventsRequest: "EventsAnswer";
  SaveRequest: "SaveAnswer";
  CatalogRequest: "CatalogAnswer";
  CardRequest: "CardAnswer";
  DescribeRequest: "SentenceAnswer";
  HintRequest: "HintAnswer";
  EndRequest: "EndAnswer";
}

type Name = keyof Answers;
type RequestOf<N extends Name> = Extract<AnyEngineRequest, { type: N }>;
type AnswerOf<N extends Name> = Extract<AnyEngineAnswer, { type: Answers[N] }>;

/** The engine has refused a request; nothing has changed. */
export class Refused extends Error {
  constructor(readonly answer: ErrorAnswer) {
    super(answer.message);
  }
}

interface Waiting {
  readonly resolve: (answer: AnyEngineAnswer) => void;
  readonly reject: (problem: Error) => void;
}

/** A running engine. Many games can be played in it at once. */
export class Engine {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** @param command How the engine is started. */
  constructor(command: readonly string[] = ["kingsburg", "engine"]) {
    const [program = "kingsburg", ...options] = command;
    this.#process = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#hear(line));
    this.#process.on("error", (problem) => this.#giveUp(problem));
    this.#process.on("exit", () => this.#giveUp(new Error("The engine has ended.")));
  }

  /**
   * Ask the engine, and wait for its answer.
   *
   * @param type The name of the request.
   * @param fields Its fields; the id is added.
   */
  ask<N extends Name>(type: N, fields: Omit<RequestOf<N>, "type" | "id">): Promise<AnswerOf<N>> {
    const id = ++this.#last;
    const answer = new Promise<AnyEngineAnswer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#process.stdin.write(`${JSON.stringify({ type, id, ...fields })}\n`);
    return answer as Promise<AnswerOf<N>>;
  }

  /** End the engine, and with it all games. */
  end(): void {
    this.#process.stdin.end();
  }

  #hear(line: string): void {
    const answer = JSON.parse(line) as AnyEngineAnswer;
    const waiting = this.#waiting.get(answer.id ?? 0);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.id ?? 0);
    if (answer.type === "ErrorAnswer") waiting.reject(new Refused(answer));
    else waiting.resolve(answer);
  }

  #giveUp(problem: Error): void {
    for (const { reject } of this.#waiting.values()) reject(problem);
    this.#waiting.clear();
  }
}
