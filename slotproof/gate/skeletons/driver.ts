// A driver for the gate: reads one JSON object a line, answers one. The protocol is docs/users/protocol.md.
// Fill in `Port`; the rest can stay. Build: npm install && npm run build. Run: slotproof gate run -- node driver.js
import { createInterface } from "node:readline";
import { writeSync } from "node:fs";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const HELLO = @HELLO@;

/** An operation that is refused, with its code: full, missing, out_of_range ... */
class Refused extends Error {}

/**
 * A container of kind @KIND@ that does not know anything yet.
 * These are its operations, and the errors of each in the order in which it looks for them:
 *
 * @OPERATIONS@
 */
class Port {
  constructor(readonly config: { [name: string]: Json }) {}

  take(name: string, _arguments: Json[]): Json {
    switch (name) {
      // TODO: a case for each operation: call your container here, and return its answer, or throw new Refused("full").
      default:
        return null;
    }
  }

  /** The arrays of the kind, by their names, at level structure. */
  arrays(): { [name: string]: Json } {
    return {};
  }
}

/** The value with results in place of references: {"r":3} is result 3, {"r":[3,1]} the second entry of it. */
function resolve(value: any, results: Json[]): any {
  if (Array.isArray(value)) return value.map((each) => resolve(each, results));
  if (value === null || typeof value !== "object") return value;
  const names = Object.keys(value);
  if (names.length !== 1 || names[0] !== "r") {
    return Object.fromEntries(names.map((name) => [name, resolve(value[name], results)]));
  }
  return [value.r].flat().reduce((found: any, place: number) => {
    if (!Array.isArray(found) || !(place in found)) throw new Error(`there is no result ${value.r}`);
    return found[place];
  }, results);
}

function run(message: any): Json {
  const results: Json[] = [];
  const states: Json[] = [];
  const { end, every } = message.observe;
  const shown: { [name: string]: Json } = {};
  try {
    const port = new Port(message.config);
    for (const op of message.ops) {
      const [name, ...rest] = resolve(op, results);
      try {
        results.push(port.take(name, rest));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        results.push({ e: error.message });
      }
      if (every > 0 && results.length % every === 0) states.push(structuredClone(port.arrays()));
    }
    if (end === "arrays") shown.end = port.arrays();
    if (states.length > 0) shown.states = states;
  } catch (error) {
    return { t: "fault", id: message.id, at: results.length, message: String(error) };
  }
  return { t: "ran", id: message.id, results, ...shown };
}

// What is written "u64:..." is a number, though not to the last digit.
function readNumber(_name: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith("u64:") ? Number(value.slice(4)) : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line, readNumber);
  if (message.t === "bye") break;
  const bytes = Buffer.from(JSON.stringify(message.t === "hello" ? HELLO : run(message)) + "\n");
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
