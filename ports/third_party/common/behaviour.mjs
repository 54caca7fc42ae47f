/**
 * A driver at level behaviour (docs/users/protocol.md): reads messages, one a line, and answers each with a line.
 *
 * A container is an object with a method for each operation; handles are JSON values that it makes up itself.
 */

import { createInterface } from "node:readline";

/** What a refused operation throws: its error code. */
export class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The value with each reference `{"r":k}` or `{"r":[k,...]}` replaced by the result it stands for. */
function resolve(value, results) {
  if (Array.isArray(value)) {
    return value.map((each) => resolve(each, results));
  }
  if (value !== null && typeof value === "object" && "r" in value) {
    return [value.r].flat().reduce((found, place) => found[place], results);
  }
  return value;
}

function run({ id, kind, config = {}, ops }, make) {
  const results = [];
  let container;
  try {
    container = make(kind, config);
    for (const [name, ...args] of ops) {
      try {
        results.push(container[name](...resolve(args, results)) ?? null);
      } catch (error) {
        if (!(error instanceof Refused)) {
          throw error;
        }
        results.push({ e: error.code });
      }
    }
  } catch (error) {
    return { t: "fault", id, at: results.length, message: String(error) };
  }
  return { t: "ran", id, results };
}

/** A member of a message: what is written `u64:...` is a number, though not to the last digit. */
function readNumber(_name, value) {
  return typeof value === "string" && value.startsWith("u64:") ? Number(value.slice(4)) : value;
}

/** Answers messages until `bye` or the end of the input. */
export async function drive(port, containers, make) {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line, readNumber);
    if (message.t === "bye") {
      break;
    }
    const answer = message.t === "hello" ? { t: "hello", protocol: 1, port, containers } : run(message, make);
    process.stdout.write(JSON.stringify(answer) + "\n");
  }
  process.stdin.destroy(); // after `bye` nothing is waited for
}
