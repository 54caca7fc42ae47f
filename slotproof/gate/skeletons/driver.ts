// A driver for the gate: reads one JSON object a line, answers one. The protocol is docs/users/protocol.md.
// Fill in `Port`; the rest can stay. Build: npm install && npm run build. Run: slotproof gate run -- node driver.js
import { createInterface } from "node:readline";
import { writeSync } from "node:fs";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const HELLO = {
  t: "hello",
  protocol: 1,
  port: { name: "my_port", version: "0.1", language: "typescript" },
  containers: [
    {
      kind: "token_allocator",
      spec: "1.0",
      level: "behaviour",
      widths: { capacity: { min: 0, max: 4096 }, word_bits: { min: 2, max: 64 } },
      operations: ["acquire", "release", "is_used", "tokens", "clear", "size", "capacity", "room"],
    },
  ],
};

/** An operation that is refused, with its code: full, missing, out_of_range ... */
class Refused extends Error {}

/** A token allocator that does not know anything yet. */
class Port {
  capacity: number;

  constructor(config: { capacity?: number }) {
    this.capacity = config.capacity ?? 1024;
  }

  take(name: string, _arguments: Json[]): Json {
    if (name === "capacity") return this.capacity;
    // TODO: acquire, release, is_used, tokens, clear, size, room: call your container here.
    return null;
  }
}

function run(message: any): Json {
  const results: Json[] = [];
  try {
    const port = new Port(message.config);
    for (const [name, ...rest] of message.ops) {
      try {
        results.push(port.take(name, rest));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        results.push({ e: error.message });
      }
    }
  } catch (error) {
    return { t: "fault", id: message.id, at: results.length, message: String(error) };
  }
  return { t: "ran", id: message.id, results };
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
