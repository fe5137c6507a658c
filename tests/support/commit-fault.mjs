/**
 * Loaded into the product by a test: while the file that FAULT_COMMIT_FILE names contains "before" or "after", the
 * process kills itself right before, or after, the commit that records what became of a billing intent.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { FAULT_COMMIT_FILE: armed = "", DATABASE_URL: url = "sqlite:" } = process.env;
const require = createRequire(import.meta.url);

/** The connections whose running transaction has recorded a result. */
const recording = new WeakSet();

function wrap(prototype, methods) {
  for (const method of methods) {
    const send = prototype[method];
    prototype[method] = function sendUntilKilled(...rest) {
      const text = JSON.stringify(rest, (_key, value) => (typeof value === "bigint" ? String(value) : value));
      if (/UPDATE .{1,2}billing_intents/.test(text) && text.includes('"done"')) recording.add(this);
      if (/^\W*(sql\W*)?COMMIT/.test(text)) return commit.call(this, send, rest);
      if (/^\W*(sql\W*)?ROLLBACK/.test(text)) recording.delete(this);
      return send.apply(this, rest);
    };
  }
}

function commit(send, rest) {
  if (!recording.delete(this)) return send.apply(this, rest);
  const point = readPoint();
  if (point === "before") process.kill(process.pid, "SIGKILL");
  const done = rest.at(-1);
  const killAfter = function killAfter(error, ...results) {
    if (!error && point === "after") process.kill(process.pid, "SIGKILL");
    return done.call(this, error, ...results);
  };
  return send.apply(this, typeof done === "function" ? [...rest.slice(0, -1), killAfter] : rest);
}

function readPoint() {
  try {
    return readFileSync(armed, "utf8");
  } catch {
    return ""; // Nothing is armed.
  }
}

if (url.startsWith("postgres")) wrap(require("pg").Client.prototype, ["query"]);
else if (/^(mysql|mariadb)/.test(url)) wrap(require("mysql2").Connection.prototype, ["query", "execute"]);
else wrap(require("sqlite3").Database.prototype, ["run", "all"]);
