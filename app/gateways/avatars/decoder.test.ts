// The decoder's process is replaced by programs that behave as badly as a real one can.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { AVATAR_DECODE_TIMEOUT_MS, AVATAR_PROCESS_IDLE_MS } from "~/domain/limits";
import { createDecoder, type Decoder } from "./decoder";

/** Answers with its process id and the most uploads it had at once. The upload's first byte selects the behaviour. */
const PROGRAM = `
let inHand = 0;
let most = 0;
process.on("message", (upload) => {
  if (upload[0] === 1) return;
  if (upload[0] === 2) process.exit(3);
  if (upload[0] === 3) process.send({ fault: "unreadable", reason: "no picture" });
  inHand += 1;
  most = Math.max(most, inHand);
  process.send({ type: "dependency", path: "not an answer" });
  setTimeout(() => {
    inHand -= 1;
    process.send({ bytes: new Uint8Array(new Uint32Array([process.pid, most]).buffer), ending: "png" });
  }, 50);
});
`;
const GOOD = new Uint8Array([0]);
const ENDLESS = new Uint8Array([1]);
const FATAL = new Uint8Array([2]);
const UNREADABLE = new Uint8Array([3]);

const folder = mkdtempSync(join(tmpdir(), "decoder-"));
const program = join(folder, "program.mjs");
writeFileSync(program, PROGRAM);

let decoder: Decoder;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  decoder = createDecoder(program);
});
afterEach(() => {
  decoder.close();
  vi.useRealTimers();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the process that decoded the avatar, and the most avatars it had at once. */
async function decode(): Promise<{ pid: number; most: number }> {
  const { bytes } = await decoder.decode(GOOD);
  const [pid = 0, most = 0] = new Uint32Array(Uint8Array.from(bytes).buffer);
  return { pid, most };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("pictures are decoded one at a time; two wait, and further ones are rejected with a time to try again", async () => {
  const results = await Promise.allSettled([decode(), decode(), decode(), decode(), decode()]);
  const done = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(done.map(({ most }) => most)).toEqual([1, 1, 1]);
  expect(new Set(done.map(({ pid }) => pid)).size).toBe(1);
  expect(refused).toHaveLength(2);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ code: "unavailable", detail: { retryAfterSeconds: 10 } });
});

test("a picture that takes too long is rejected and its process is killed; the next picture gets a new process", async () => {
  const { pid } = await decode();
  const endless = expect(decoder.decode(ENDLESS)).rejects.toMatchObject({
    code: "invalid",
    detail: { inputError: "avatar" },
  });
  await vi.advanceTimersByTimeAsync(AVATAR_DECODE_TIMEOUT_MS);
  await endless;
  const next = await decode();
  expect(next.pid).not.toBe(pid);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
});

test("when the process ends during a picture the upload is unavailable, and the next one works", async () => {
  await expect(decoder.decode(FATAL)).rejects.toMatchObject({ code: "unavailable" });
  expect((await decode()).most).toBe(1);
});

test("when the program cannot be started the upload is unavailable", async () => {
  const none = createDecoder(join(folder, "none.mjs"));
  await expect(none.decode(GOOD)).rejects.toMatchObject({ code: "unavailable" });
});

test("an upload that is not a picture is invalid at its field, and the process keeps running", async () => {
  const { pid } = await decode();
  await expect(decoder.decode(UNREADABLE)).rejects.toMatchObject({
    code: "invalid",
    messageKey: "profile:avatar.unreadable",
    detail: { inputError: "avatar" },
  });
  expect((await decode()).pid).toBe(pid);
});

test("the process ends when it is idle, and when the decoder is closed", async () => {
  const idle = await decode();
  await vi.advanceTimersByTimeAsync(AVATAR_PROCESS_IDLE_MS);
  await vi.waitFor(() => expect(isAlive(idle.pid)).toBe(false));
  const closed = await decode();
  expect(closed.pid).not.toBe(idle.pid);
  decoder.close();
  await vi.waitFor(() => expect(isAlive(closed.pid)).toBe(false));
});

test("the process receives none of the server's settings", async () => {
  vi.stubEnv("APP_SECRET", "only for the server");
  const teller = join(folder, "teller.mjs");
  writeFileSync(
    teller,
    `process.on("message", () => process.send({ bytes: Buffer.from(JSON.stringify(process.env)), ending: "png" }));`,
  );
  const telling = createDecoder(teller);
  const { bytes } = await telling.decode(GOOD);
  expect(Buffer.from(bytes).toString()).not.toContain("APP_SECRET");
  telling.close();
  vi.unstubAllEnvs();
});
