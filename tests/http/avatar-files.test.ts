/** How profile avatars are stored and served: one file a user, whatever goes wrong. */
import { existsSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours } from "~/domain/limits";
import { createBrowser, PASSWORD, createUserOnFreePlan, createVerifiedUser } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";
import {
  FORM_TYPE,
  encodeMultipart,
  createNoise,
  createPicture,
  createUploader,
  type Part,
} from "../support/uploads";

let product: Product;
let png: Buffer;
let jpeg: Buffer;
let people = 0;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  png = await createPicture().png().toBuffer();
  jpeg = await createPicture().jpeg().toBuffer();
});
afterAll(() => product.stop());

describe("picture files", () => {
  test("an upload that is aborted half-way leaves no file", async () => {
    const person = await createUploadingUser();
    const before = listFiles();
    const body = encodeMultipart([{ bytes: await createNoise() }]);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(product.port, "127.0.0.1", () => {
        socket.write(
          `PATCH /api/user HTTP/1.1\r\nHost: localhost:${product.port}\r\nAuthorization: Bearer ${person.token}\r\n` +
            `Content-Type: ${FORM_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`,
        );
        socket.write(body.subarray(0, body.length / 2), () => {
          socket.destroy();
          resolve();
        });
      });
      socket.on("error", reject);
    });
    expect((await fetch(`${product.url}/health/ready`)).ok).toBe(true);
    expect(listFiles()).toEqual(before);
  });

  test("a new picture replaces the old file, twenty concurrent uploads leave one file, and the eleventh upload in an hour answers 429", async () => {
    const person = await createUploadingUser();
    const before = listFiles().length;
    await person.upload([{ bytes: png }]);
    const first = await person.avatarUrl();
    await person.upload([{ bytes: jpeg, type: "image/jpeg" }]);
    expect((await fetchAvatar(first)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.upload([{ bytes: png }])));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(12);
    // One avatar is processed while two wait; how many are accepted depends on the timing.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect((await fetchAvatar(await person.avatarUrl())).status).toBe(200);
    expect(listFiles()).toHaveLength(before + 1);
  });

  test("while the disk cannot be written, an upload answers 503 and changes nothing", async () => {
    const person = await createUploadingUser();
    await person.upload([{ bytes: png }]);
    const url = await person.avatarUrl();
    // A file takes the folder's place, because permissions do not stop root, who may run the tests.
    renameSync(getFolder(), `${getFolder()}-away`);
    writeFileSync(getFolder(), "in the way");
    const refused = await person.upload([{ bytes: png }], { name: "Somebody Else" });
    rmSync(getFolder());
    renameSync(`${getFolder()}-away`, getFolder());
    expect(refused.status).toBe(503);
    expect(refused.message).toBe("Your picture couldn't be saved right now. Try again in a moment.");
    expect(await person.avatarUrl()).toBe(url);
    expect((await fetchAvatar(url)).status).toBe(200);
    expect((await person.upload([{ bytes: png }])).status).toBe(200);
  });
});

describe("GET /avatar", () => {
  test.each([
    "/avatar/00000000000000000000000000000000.png",
    "/avatar/1.png",
    "/avatar/",
    "/avatar/..%2fapp.secret",
    "/avatar/%2e%2e%2fapp.db",
    "/avatar/../app.db",
    "/avatar/00000000000000000000000000000000.svg",
  ])("%s answers 404", async (path) => {
    expect((await fetch(product.url + path)).status).toBe(404);
  });
});

describe("DELETE /api/user/avatar", () => {
  test("deleting a picture removes it and its file; a second call changes nothing", async () => {
    const person = await createUploadingUser();
    await person.upload([{ bytes: png }]);
    const url = await person.avatarUrl();
    for (let time = 0; time < 2; time += 1)
      expect((await person.call("DELETE", "/api/user/avatar")).status).toBe(200);
    expect(await person.avatarUrl()).toBeNull();
    expect((await fetchAvatar(url)).status).toBe(404);
  });
});

describe("the profile page without JavaScript", () => {
  test("the profile page without JavaScript uploads and shows a picture, shows the error of a wrong one, and removes it", async () => {
    const visitor = createBrowser(product);
    const email = "without-scripts@example.com";
    await createUserOnFreePlan(product, email);
    await visitor.post("/signin", { email, password: PASSWORD });
    expect((await visitor.get("/account/profile")).html).toContain('encType="multipart/form-data"');
    expect((await post(visitor, { bytes: png })).location).toBe("/account/profile");
    const shown = await visitor.get("/account/profile");
    expect(shown.html).toContain("Your changes have been saved.");
    expect(shown.html).toMatch(/<img src="\/avatar\/[0-9a-f]{32}\.png"/);
    const refused = await post(visitor, { bytes: "<svg/>", type: "image/svg+xml" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("File type excluded: image/svg+xml");
    const removed = await visitor.post("/account/profile", { intent: "remove-avatar" });
    expect(removed.location).toBe("/account/profile");
    expect((await visitor.get("/account/profile")).html).not.toContain("/avatar/");
  });

  async function post(
    visitor: ReturnType<typeof createBrowser>,
    part: Part,
  ): Promise<{ status: number; location: string | null; html: string }> {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${product.url}/account/profile`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, Origin: product.url, "Content-Type": FORM_TYPE },
      body: new Uint8Array(encodeMultipart([part], { intent: "change-avatar" })),
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]?.split("=") ?? [];
      visitor.cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    return { status: response.status, location, html: await response.text() };
  }
});

test("at start, files without a user are deleted once they are an hour old", async () => {
  const person = await createUploadingUser();
  await person.upload([{ bytes: png }]);
  const kept = await person.avatarUrl();
  const old = (Date.now() - hours(2)) / 1000;
  const orphan = join(getFolder(), `${"0".repeat(32)}.png`);
  const half = join(getFolder(), `${"1".repeat(32)}.png.part`);
  const young = join(getFolder(), `${"2".repeat(32)}.png`);
  for (const file of [orphan, half, young]) writeFileSync(file, png);
  for (const file of [orphan, half, join(getFolder(), kept?.split("/").at(-1) ?? "")])
    utimesSync(file, old, old);
  const { dataDir } = product;
  const next = await startProduct({ DATA_DIR: dataDir });
  await waitFor(() => !existsSync(orphan) && !existsSync(half), "the sweep");
  expect(existsSync(young)).toBe(true);
  expect((await fetch(`${next.url}${kept}`)).status).toBe(200);
  await next.stop();
});

const getFolder = () => join(product.dataDir, "avatars");
const listFiles = () => (existsSync(getFolder()) ? readdirSync(getFolder()).sort() : []);

function fetchAvatar(address: string | null): Promise<Response> {
  return fetch(`${product.url}${address}`);
}

async function createUploadingUser() {
  const { token, call } = await createVerifiedUser(product, `file-${(people += 1)}@example.com`);
  return { token, call, ...createUploader(product, token) };
}
