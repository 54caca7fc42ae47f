/** A driver over the port: reads messages of docs/users/protocol.md, one a line, and answers each with a line. */

import { createInterface } from "node:readline";

import { SlotproofError } from "../src/index.js";
import { CONTAINERS, KINDS } from "./kinds.js";
import { CallbackFailure, readNumber, type Json, type Kind, type Members } from "./protocol.js";

type Operation = [string, ...Json[]];

interface Peer {
  ops: Operation[];
}

interface Run {
  id: Json;
  kind: string;
  config?: Members;
  ops: Operation[];
  observe?: { end?: string; every?: number };
}

const HELLO: Json = {
  t: "hello",
  protocol: 1,
  port: { name: "slotproof", version: "0.1.0", language: "typescript" },
  containers: CONTAINERS,
};

/** A container, and the copies that were made of it; of one that is gone there is nothing. */
class Family {
  readonly #copies: (Kind | undefined)[] = [];

  constructor(public kind: Kind) {}

  /** The result of an operation, of the kind or of those that all have, or its error; throws as `outcome`. */
  take(operation: Operation): Json {
    const [name, number, op] = operation;
    if (name === "fork") {
      return this.#copies.push(this.kind.copy());
    }
    if (name === "load") {
      this.kind.load(number as Members);
      return null;
    }
    if (!name.endsWith("_fork")) {
      return outcome(this.kind, operation);
    }
    const place = Number(number) - 1;
    const copy = this.#copies[place];
    if (copy === undefined) {
      throw new Error(`there is no copy ${String(number)}`);
    }
    switch (name) {
      case "on_fork":
        return outcome(copy, op as Operation);
      case "assign_fork":
        this.kind = copy.copy();
        return null;
      case "move_fork":
        this.kind = copy;
        break;
      case "drop_fork":
        break;
      default:
        throw new Error(`no operation ${name}`);
    }
    this.#copies[place] = undefined;
    return null;
  }
}

/** The result of an operation, or the error it ends in; throws what no operation documents. */
function outcome(kind: Kind, [name, ...args]: Operation): Json {
  if (name === "copy") {
    return kind.copy().arrays();
  }
  const operation = kind.operations[name] as ((...args: unknown[]) => Json) | undefined;
  if (operation === undefined) {
    throw new Error(`no operation ${name}`);
  }
  const given = name === "equals" ? args.map((peer) => peerOf(kind, peer as unknown as Peer)) : args;
  try {
    return operation(...given);
  } catch (error) {
    if (error instanceof SlotproofError) {
      return { e: error.code };
    }
    if (error instanceof CallbackFailure) {
      return { e: "callback" };
    }
    throw error;
  }
}

/** A second container of the same configuration, on which operations were run. */
function peerOf(kind: Kind, { ops }: Peer): unknown {
  const peer = kind.fresh();
  ops.forEach((operation) => outcome(peer, operation));
  return peer.held;
}

/** The answer to a `run` message. */
function run({ id, kind: name, config = {}, ops, observe = {} }: Run): Json {
  const make = KINDS[name];
  if (make === undefined) {
    return { t: "skip", id, why: `no kind ${name}` };
  }
  const { end = "results", every = 0 } = observe;
  let family: Family;
  try {
    family = new Family(make(config));
  } catch (error) {
    return { t: "skip", id, why: `this configuration is refused: ${String(error)}` };
  }
  const results: Json[] = [];
  const states: Json[] = [];
  for (const [at, operation] of ops.entries()) {
    try {
      results.push(family.take(operation));
    } catch (error) {
      return { t: "fault", id, at, message: String(error) };
    }
    if (every > 0 && (at + 1) % every === 0) {
      states.push(family.kind.arrays());
    }
  }
  return {
    t: "ran",
    id,
    results,
    ...(end === "arrays" ? { end: family.kind.arrays() } : {}),
    ...(every > 0 ? { states } : {}),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line, readNumber) as { t: string };
  if (message.t === "bye") {
    break;
  }
  const answer = message.t === "hello" ? HELLO : run(message as unknown as Run);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
process.stdin.destroy(); // after `bye` nothing is waited for
