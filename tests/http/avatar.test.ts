/** Uploading a profile picture, and everything else that can be sent in place of one. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVerifiedUser } from "../support/clients";
import { type Product, startProduct } from "../support/product";
import {
  readBytes,
  encodeMultipart,
  createPicture,
  createUploader,
  withText,
  type Uploaded,
  type Uploader,
} from "../support/uploads";

const MEGABYTE = 1024 ** 2;
const UNREADABLE = "This file isn't a PNG or JPEG picture that we can read. Select another one.";
const TOO_MANY_PIXELS = "This picture has too many pixels. Select one of up to 16 megapixels.";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

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

describe("PATCH /api/user with a picture", () => {
  test.each([
    ["png", "image/png", () => png],
    ["jpg", "image/jpeg", () => jpeg],
    ["jpg", "image/jpg", () => jpeg],
  ])("the square %s of 256 pixels out of %s is shown to the user", async (ending, type, bytes) => {
    const person = await createUploadingUser();
    const answer = await person.upload([{ bytes: bytes(), type }]);
    expect(answer.status).toBe(200);
    const url = await person.avatarUrl();
    expect(url).toMatch(new RegExp(`^/avatar/[0-9a-f]{32}\\.${ending}$`));
    const image = await fetchAvatar(url);
    expect(image.headers.get("Content-Type")).toBe(ending === "png" ? "image/png" : "image/jpeg");
    expect(image.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(image.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    expect(image.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const { width, height, format } = await sharp(await readBytes(image)).metadata();
    expect({ width, height, format }).toEqual({
      width: 256,
      height: 256,
      format: ending === "png" ? "png" : "jpeg",
    });
    expect((await person.call("GET", "/api/auth")).data.avatar).toBe(url);
  });

  test("a request with a picture changes the name as well", async () => {
    const person = await createUploadingUser();
    const answer = await person.upload([{ bytes: png }], { name: "Grace Brewster" });
    expect(answer.status).toBe(200);
    expect((await person.call("GET", "/api/user")).data).toMatchObject({
      name: "Grace Brewster",
      avatar: answer.avatar,
    });
  });

  test("an unreadable picture leaves the other fields of the request unchanged", async () => {
    const person = await createUploadingUser();
    const refused = await person.upload([{ bytes: SVG }], { name: "Grace", support_enabled: "true" });
    expect(refused.status).toBe(400);
    const { data } = await person.call("GET", "/api/user");
    expect(data).toMatchObject({ support_enabled: false });
    expect(data.name).not.toBe("Grace");
  });

  test("the location in a photograph's metadata is removed, and its orientation is applied", async () => {
    const person = await createUploadingUser();
    const photograph = await sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })
      .jpeg()
      .withExif({ IFD0: { Copyright: "canary" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photograph).metadata()).exif).toBeDefined();
    await person.upload([{ bytes: photograph, type: "image/jpeg" }]);
    const kept = await readBytes(await fetchAvatar(await person.avatarUrl()));
    const { exif, orientation } = await sharp(kept).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
    expect(kept.includes("canary")).toBe(false);
  });

  test.each([
    ["a script in a PNG's text", () => withText(png, "<script>alert('canary')</script>")],
    ["a PHP script after a PNG's end", () => Buffer.concat([png, Buffer.from("<?php canary(); ?>")])],
  ])("%s is not stored", async (_name, bytes) => {
    const person = await createUploadingUser();
    expect((await person.upload([{ bytes: bytes() }])).status).toBe(200);
    const kept = await readBytes(await fetchAvatar(await person.avatarUrl()));
    expect(kept.includes("canary")).toBe(false);
  });

  test.each([
    ["SVG named .png", SVG, "image/png"],
    ["HTML named .jpg", "<!doctype html><script>alert(1)</script>", "image/jpeg"],
    ["JavaScript named .png", "alert(1)", "image/png"],
    ["a PNG's first bytes", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "image/png"],
  ])("%s answers 400 at the field", async (_name, bytes, type) => {
    const person = await createUploadingUser();
    await expectRefused(person, await person.upload([{ bytes, type }]), UNREADABLE);
  });

  test.each([
    ["GIF", "gif"],
    ["WebP", "webp"],
  ] as const)("%s sent as a PNG answers 400 at the field", async (_name, format) => {
    const person = await createUploadingUser();
    const bytes = await createPicture()[format]().toBuffer();
    await expectRefused(person, await person.upload([{ bytes, type: "image/png" }]), UNREADABLE);
  });

  test.each(["image/svg+xml", "image/gif", "image/webp", "text/html", "application/octet-stream"])(
    "the type %s answers 400 and names the excluded type",
    async (type) => {
      const person = await createUploadingUser();
      await expectRefused(person, await person.upload([{ bytes: SVG, type }]), `File type excluded: ${type}`);
    },
  );

  test("a truncated picture answers 400", async () => {
    const person = await createUploadingUser();
    const cut = png.subarray(0, Math.floor(png.length / 2));
    await expectRefused(person, await person.upload([{ bytes: cut }]), UNREADABLE);
  });

  test("an empty file answers 400 and asks for a file", async () => {
    const person = await createUploadingUser();
    await expectRefused(person, await person.upload([{ bytes: "" }]), "Please select a file");
  });

  test.each([12_000, 4001])(
    "a small file of %i pixels squared answers 400 before it is decoded",
    async (side) => {
      const person = await createUploadingUser();
      const bomb = await sharp({ create: { width: side, height: side, channels: 3, background: "red" } })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(MEGABYTE);
      await expectRefused(person, await person.upload([{ bytes: bomb }]), TOO_MANY_PIXELS);
    },
  );

  test("a file one byte above 5 MB answers 413, with or without a Content-Length", async () => {
    const person = await createUploadingUser();
    const body = encodeMultipart([{ bytes: Buffer.alloc(5 * MEGABYTE + 1) }]);
    for (const sent of [body, new Blob([new Uint8Array(body)]).stream()]) {
      const response = await person.send(sent);
      expect(response.status).toBe(413);
    }
    expect(await person.avatarUrl()).toBeNull();
  });

  test("two files answer 400, and so does one file in two fields", async () => {
    const person = await createUploadingUser();
    expect((await person.upload([{ bytes: png }, { bytes: png }])).status).toBe(400);
    expect((await person.upload([{ bytes: png }, { bytes: png, name: "other" }])).status).toBe(400);
    expect(await person.avatarUrl()).toBeNull();
  });

  test("a thousand parts answer 413, and five text fields answer 400", async () => {
    const person = await createUploadingUser();
    const createFields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, "x"]));
    expect((await person.upload([{ bytes: png }], createFields(1000))).status).toBe(413);
    expect((await person.upload([{ bytes: png }], createFields(6))).status).toBe(400);
    expect((await person.upload([{ bytes: png }], createFields(5))).status).toBe(200);
  });

  test("a multipart body without a boundary, or with a wrong one, answers 400", async () => {
    const person = await createUploadingUser();
    const body = encodeMultipart([{ bytes: png }]);
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=other"])
      expect((await person.send(body, type)).status).toBe(400);
  });

  test.each(["text/plain", "image/png", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x"])(
    "a body of the type %s answers 415",
    async (type) => {
      const person = await createUploadingUser();
      expect((await person.send(encodeMultipart([{ bytes: png }]), type)).status).toBe(415);
    },
  );

  test.each([
    "../../x.png",
    "/etc/passwd",
    "a\0b.png",
    "a\r\nX-Evil: 1\r\n.png",
    "\u202egnp.exe",
    `${"a".repeat(300)}.png`,
    "__proto__",
  ])("the file name %j has no effect on the stored file", async (filename) => {
    const person = await createUploadingUser();
    const { status } = await person.upload([{ bytes: png, filename }]);
    // A file name with a line break ends the part's headers, so the part is invalid.
    expect([200, 400]).toContain(status);
    const url = await person.avatarUrl();
    if (status === 200) expect(url).toMatch(/^\/avatar\/[0-9a-f]{32}\.png$/);
  });

  test("an avatar field without a file answers 400", async () => {
    const person = await createUploadingUser();
    expect((await person.upload([], { avatar: "x.png" })).status).toBe(400);
    for (const avatar of ["x.png", 1, null, ["a"], { size: 1, type: "image/png" }])
      expect((await person.call("PATCH", "/api/user", { avatar })).status).toBe(400);
  });

  test("other calls answer 415 to a multipart form", async () => {
    const person = await createUploadingUser();
    for (const [method, path] of [
      ["POST", "/api/auth"],
      ["PATCH", "/api/account"],
      ["DELETE", "/api/user/avatar"],
    ] as const) {
      const response = await person.send(encodeMultipart([{ bytes: png }]), undefined, { method, path });
      expect(response.status, path).toBe(415);
    }
  });
});

function fetchAvatar(address: string | null): Promise<Response> {
  return fetch(`${product.url}${address}`);
}

async function createUploadingUser() {
  const { token, call } = await createVerifiedUser(product, `picture-${(people += 1)}@example.com`);
  return { call, ...createUploader(product, token) };
}

async function expectRefused(person: Uploader, answer: Uploaded, message: string): Promise<void> {
  expect(answer).toMatchObject({ status: 400, inputError: "avatar", message });
  expect(await person.avatarUrl()).toBeNull();
}
