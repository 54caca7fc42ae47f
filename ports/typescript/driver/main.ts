/** A driver over the port: reads messages of docs/users/protocol.md, one a line, and answers each with a line. */

import { createInterface } from "node:readline";

import { SlotproofError } from "../src/index.js";
import { CONTAINERS, KINDS } from "./kinds.js";
import { CallbackFailure, readNumber, type Json, type Kind, type Members } from "./protocol.js";

type Operation = [string, ...Json[]];

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

/** The result of an operation, or the error it ends in; throws what no operation documents. */
function outcome(kind: Kind, [name, ...args]: Operation): Json {
  if (name === "copy") {
    return kind.copy().arrays();
  }
  const operation = kind.operations[name];
  if (operation === undefined) {
    throw new Error(`no operation ${name}`);
  }
  try {
    return (operation as (...args: Json[]) => Json)(...args);
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

/** The answer to a `run` message. */
function run({ id, kind: name, config = {}, ops, observe = {} }: Run): Json {
  const make = KINDS[name];
  if (make === undefined) {
    return { t: "skip", id, why: `no kind ${name}` };
  }
  const { end = "results", every = 0 } = observe;
  let kind: Kind;
  try {
    kind = make(config);
  } catch (error) {
    return { t: "skip", id, why: `this configuration is refused: ${String(error)}` };
  }
  const copies: (Kind | undefined)[] = [];
  const copyOf = (number: Json): Kind => {
    const copy = copies[Number(number) - 1];
    if (copy === undefined) {
      throw new Error(`there is no copy ${String(number)}`);
    }
    return copy;
  };
  const step = (operation: Operation): Json => {
    const [name, number = null, inner] = operation;
    switch (name) {
      case "fork":
        return copies.push(kind.copy());
      case "on_fork":
        return outcome(copyOf(number), inner as Operation);
      case "assign_fork":
        kind = copyOf(number).copy();
        return null;
      case "move_fork":
        kind = copyOf(number);
        copies[Number(number) - 1] = undefined;
        return null;
      case "drop_fork":
        copyOf(number);
        copies[Number(number) - 1] = undefined;
        return null;
      default:
        return outcome(kind, operation);
    }
  };
  const results: Json[] = [];
  const states: Json[] = [];
  for (const [at, operation] of ops.entries()) {
    try {
      results.push(step(operation));
    } catch (error) {
      return { t: "fault", id, at, message: String(error) };
    }
    if (every > 0 && (at + 1) % every === 0) {
      states.push(kind.arrays());
    }
  }
  return {
    t: "ran",
    id,
    results,
    ...(end === "arrays" ? { end: kind.arrays() } : {}),
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
