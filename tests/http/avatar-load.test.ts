/** Pictures that are expensive to decode: a separate process decodes them, and the server stays responsive. */
import { execFileSync } from "node:child_process";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UPLOADS_AT_ONCE } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { PASSWORD, createApiClient, createVerifiedUser } from "../support/clients";
import { createOtherNetworkHeaders } from "../support/links";
import { makeTestUser } from "../support/users";
import { startProduct, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { openRaw } from "../support/raw-request";
import { FORM_TYPE, encodeMultipart, createPicture, createUploader } from "../support/uploads";

/** An answer within this time counts as undelayed, also on a busy machine. */
const UNAFFECTED_MS = 1500;

let product: Product;
let store: OpenStore;
let png: Buffer;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openProductStore(product);
  png = await createPicture().png().toBuffer();
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

async function createUploadingUser(isVerified = true) {
  const { token } = await makeTestUser(store, { permission: "owner", isVerified, subscription: null });
  return { token, ...createUploader(product, token) };
}

/** The most expensive kind of PNG: 16 bits a channel, transparent and interlaced, so that it is decoded as a whole. */
function createCostlyPicture(side: number): Promise<Buffer> {
  const background = { r: 10, g: 20, b: 30, alpha: 0.5 };
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();
}

/** Repeats a request until `work` is done; returns the slowest answer's time and every status. */
async function measureDuring(work: Promise<unknown>, ask: () => Promise<{ status: number }>) {
  const done = new AbortController();
  void work.finally(() => done.abort());
  const statuses = new Set<number>();
  let slowestMs = 0;
  while (!done.signal.aborted) {
    const askedAt = Date.now();
    statuses.add((await ask()).status);
    slowestMs = Math.max(slowestMs, Date.now() - askedAt);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { statuses: [...statuses], slowestMs };
}

test("four expensive pictures at once: three are accepted, one answers 503, and readiness and sign-in stay fast", async () => {
  const email = "signs-in@example.com";
  await createVerifiedUser(product, email);
  const bytes = await createCostlyPicture(4000);
  const people = await Promise.all(Array.from({ length: 4 }, () => createUploadingUser()));
  const uploads = Promise.all(people.map(({ send }) => send(encodeMultipart([{ bytes }]))));
  const [answers, ready, signIn] = await Promise.all([
    uploads,
    measureDuring(uploads, () => fetch(`${product.url}/health/ready`)),
    measureDuring(uploads, () =>
      createApiClient(product)(
        "POST",
        "/api/auth",
        { email, password: PASSWORD },
        createOtherNetworkHeaders(),
      ),
    ),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503]);
  expect(answers.find(({ status }) => status === 503)?.headers.get("Retry-After")).toBe("10");
  expect(ready.statuses).toEqual([200]);
  expect(signIn.statuses).toEqual([200]);
  expect(Math.max(ready.slowestMs, signIn.slowestMs)).toBeLessThan(UNAFFECTED_MS);
});

test("a picture of 49 megapixels answers 400 because of its size", async () => {
  const person = await createUploadingUser();
  const { status, inputError, message } = await person.upload([{ bytes: await createCostlyPicture(7000) }]);
  expect({ status, inputError }).toEqual({ status: 400, inputError: "avatar" });
  expect(message).toBe("This picture has too many pixels. Select one of up to 16 megapixels.");
});

test("an unverified user cannot upload: 403 before the file is read, and no form on the page", async () => {
  const { token } = await createUploadingUser(false);
  const head = [
    "PATCH /api/user HTTP/1.1",
    `Host: localhost:${product.port}`,
    `Authorization: Bearer ${token}`,
  ];
  const body = [`Content-Type: ${FORM_TYPE}`, "Content-Length: 5000000", "", "--the-boun"];
  const request = openRaw(product, [...head, ...body].join("\r\n"));
  await expect.poll(() => request.received()).toMatch(/^HTTP\/1.1 403 /);
  request.end();
  const { cookie } = await makeTestUser(store, {
    permission: "owner",
    isVerified: false,
    subscription: null,
  });
  const page = await fetch(`${product.url}/account/profile`, { headers: { Cookie: `session=${cookie}` } });
  const html = await page.text();
  expect(html).toContain("Verify your email to add a picture.");
  expect(html).not.toContain('type="file"');
});

test("one IP can upload sixty pictures an hour, whichever users it signs in as", async () => {
  const here = createOtherNetworkHeaders();
  const statuses: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    const { token } = await createUploadingUser();
    for (let tries = 0; tries < 9; tries += 1) {
      const response = await fetch(`${product.url}/api/user`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": FORM_TYPE, ...here },
        body: new Uint8Array(encodeMultipart([])),
      });
      statuses.push(response.status);
    }
  }
  expect(statuses.slice(0, 60)).not.toContain(429);
  expect(statuses.slice(60)).toEqual([429, 429, 429]);
});

test("slow uploads block other uploads only", async () => {
  const slow = await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      const { token } = await createUploadingUser();
      const head = [
        "PATCH /api/user HTTP/1.1",
        `Host: localhost:${product.port}`,
        `Authorization: Bearer ${token}`,
      ];
      const body = [`Content-Type: ${FORM_TYPE}`, "Content-Length: 5000000", "", "--the-boun"];
      return openRaw(product, [...head, ...body].join("\r\n"));
    }),
  );
  const late = await createUploadingUser();
  await expect.poll(async () => (await late.upload([{ bytes: png }])).status).toBe(503);
  expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
  for (const request of slow) request.end();
  await expect.poll(async () => (await late.upload([{ bytes: png }])).status).toBe(200);
});

test("the decoding process ends when the server is killed", async () => {
  const other = await startProduct();
  const person = await createVerifiedUser(other, "killed@example.com");
  expect((await createUploader(other, person.token).upload([{ bytes: png }])).status).toBe(200);
  const [child] = listChildren(other.process.pid);
  expect(isAlive(Number(child))).toBe(true);
  other.process.kill("SIGKILL");
  await waitFor(() => !isAlive(Number(child)), "the end of the process for pictures");
});

function listChildren(pid: number | undefined): number[] {
  return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
