/** What no page and no program of good will sends: refused at once, and before it costs anything. Security C4, G2, I10. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGES } from "~/domain/pages";
import { OPERATIONS } from "~/services/operations.server";
import { browser, PASSWORD, program, settled, type Call } from "../support/caller";
import { startProduct, type Product } from "../support/product";
import { openRaw } from "../support/raw-request";
import { FORM_TYPE, multipart, uploaderFor } from "../support/uploads";

/** Each of these took from five to fifty seconds before it was refused, during which nobody else was answered. */
const AT_ONCE_MS = 1000;

let product: Product;
let call: Call;
let token: string;
beforeAll(async () => {
  product = await startProduct();
  ({ call, token } = await settled(product, "owner@example.com"));
});
afterAll(() => product.stop());

/** What a page sends, however it is put together. */
function submit(path: string, body: BodyInit, method = "POST"): Promise<Response> {
  return fetch(product.url + path, {
    method,
    redirect: "manual",
    headers: { Origin: product.url, "Content-Type": "application/x-www-form-urlencoded" },
    body,
  });
}

async function timed(send: () => Promise<Response>): Promise<{ status: number; tookMs: number }> {
  const startedAt = performance.now();
  const response = await send();
  await response.arrayBuffer();
  return { status: response.status, tookMs: performance.now() - startedAt };
}

describe("forms", () => {
  test.each(["/signin", "/signup", "/forgotpassword"])(
    "thirty thousand fields at %s are refused within a second, whether or not they share a name",
    async (path) => {
      const different = Array.from({ length: 10_000 }, (_, index) => `${index}&`).join("");
      for (const body of ["a&".repeat(30_000), different]) {
        const { status, tookMs } = await timed(() => submit(path, body));
        expect(status).toBe(400);
        expect(tookMs).toBeLessThan(AT_ONCE_MS);
      }
    },
  );

  test.each(["__proto__", "constructor", "a[b]", "a.b"])("a field may call itself %s", async (name) => {
    const fields = { [name]: "polluted", "email[$ne]": "", email: "owner@example.com", password: PASSWORD };
    const visitor = browser(product);
    expect((await visitor.post("/signin", fields)).status).toBe(302);
    expect((await visitor.get("/account/profile")).html).not.toContain("polluted");
  });

  test("a field that is sent twice is not the field", async () => {
    const twice = `email=owner%40example.com&password=${encodeURIComponent(PASSWORD)}&email=other%40example.com`;
    expect((await submit("/signin", twice)).status).toBe(400);
  });
});

test("of a JSON body's fields of one name the last counts, for the check and for what is done", async () => {
  const name = "Grace Brewster";
  expect((await call("PATCH", "/api/user", `{"name":"","name":"${name}"}`)).status).toBe(200);
  expect((await call("GET", "/api/user")).data.name).toBe(name);
  expect((await call("PATCH", "/api/user", `{"name":"${name}","name":""}`)).status).toBe(400);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
  "a body of the type %j is 415 on every write of the API",
  async (type) => {
    for (const { name, method, path, access, acceptsFiles } of OPERATIONS) {
      if (method === "GET" || access.permission === "master") continue;
      if (acceptsFiles && type.startsWith("multipart")) continue;
      const body = new TextEncoder().encode('{"name":"Changed"}');
      const { status } = await fetch(product.url + path.replace(":id", "x"), {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(type && { "Content-Type": type }) },
        body,
      });
      expect(status, name).toBe(415);
    }
    expect((await call("GET", "/api/user")).data.name).not.toBe("Changed");
  },
);

describe("uploads", () => {
  test("of somebody who may not, nothing is read: the refusal does not wait for the body", async () => {
    for (const { method, path } of OPERATIONS.filter(({ access }) => access.permission !== "none")) {
      if (method === "GET") continue;
      const head = [`${method} ${path.replace(":id", "x")} HTTP/1.1`, `Host: localhost:${product.port}`];
      const body = [`Content-Type: ${FORM_TYPE}`, "Content-Length: 5000000", "", "--the-boun"];
      const request = openRaw(product, [...head, ...body].join("\r\n"));
      await expect.poll(() => request.received(), { message: path }).toMatch(/^HTTP\/1.1 401 /);
      request.end();
    }
  });

  test("who sends a large one is told so without delay", async () => {
    const { send } = uploaderFor(product, "scr_nobody");
    const { status, tookMs } = await timed(() => send(multipart([{ bytes: Buffer.alloc(4_000_000) }])));
    expect(status).toBe(401);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  test.each([
    ["named twice", `${FORM_TYPE}; boundary=other`],
    ["named after another one", FORM_TYPE.replace(";", "; boundary=other;")],
    ["with another one in a value before it", FORM_TYPE.replace(";", '; a="; boundary=other";')],
  ])("a form with its boundary %s is 400, however many parts it has", async (_, type) => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_value, index) => [`f${index}`, "x"]));
    const { send } = uploaderFor(product, token);
    const { status, tookMs } = await timed(() => send(multipart([], fields), type));
    expect(status).toBe(400);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
    expect((await send(multipart([], { name: "Grace" }), type)).status).toBe(400);
  });
});

describe("methods", () => {
  const pages = Object.keys(PAGES).map((page) => page.replace(/:\w+/g, "facebook"));

  test.each(["PUT", "PATCH", "DELETE"])(
    "%s on a page is 405, in every form of its address",
    async (method) => {
      for (const page of pages)
        for (const address of [page, `${page}.data`, `${page}?index`, `/api/..${page}`]) {
          const { status, headers } = await submit(address, "email=a", method);
          expect(status, address).toBe(405);
          expect(headers.get("Allow")).toBe("GET, HEAD, POST");
        }
    },
  );

  test("a field named _method is a field like any other", async () => {
    const visitor = browser(product);
    await visitor.post("/signin", { email: "owner@example.com", password: PASSWORD });
    for (const _method of ["DELETE", "GET"])
      expect((await visitor.post("/preferences?_method=DELETE", { _method, locale: "en" })).status).toBe(302);
    expect((await call("POST", "/api/auth", { _method: "DELETE" })).status).toBe(400);
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });
});

describe("addresses", () => {
  test.each(["~/", "a/", "%61/", "a%2F/"])("thousands of parts %s are 404 at once", async (part) => {
    const { status, tookMs } = await timed(() => fetch(`${product.url}/${part.repeat(3000)}`));
    expect(status).toBe(404);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  test.each([
    ["one with thousands of parts", `p=${"/".repeat(7000)}`],
    ["hundreds", Array.from({ length: 900 }, (_, index) => `p=/a${index}`).join("&")],
  ])("the browser's question about routes is not answered for %s", async (_, query) => {
    for (const path of ["/__manifest", "/./__manifest", "/a/..//__manifest"]) {
      const address = `${path}?version=${await version()}&${query}`;
      const { status, tookMs } = await timed(() => fetch(product.url + address));
      expect([400, 404]).toContain(status);
      expect(tookMs).toBeLessThan(AT_ONCE_MS);
    }
  });

  test("it is answered for the links of a long list", async () => {
    const links = Array.from({ length: 50 }, (_, index) => `p=/dev/mail/${index}`).join("&");
    const response = await fetch(`${product.url}/__manifest?version=${await version()}&${links}`);
    expect(response.status).toBe(200);
    expect(Object.keys((await response.json()) as object)).toContain("routes/dev/mail-message");
  });

  test.each([
    ["as they are", "_data=root"],
    ["encoded", "%5Fdata=root"],
    ["behind a thousand others", `${"&".repeat(1000)}_data=root`],
    ["without a value", `${"a&".repeat(1000)}_data`],
  ])("the data requests of an older framework are refused: %s", async (_, query) => {
    expect((await fetch(`${product.url}/signin?${query}`)).status).toBe(400);
    expect((await submit(`/signin?${query}`, "email=a")).status).toBe(400);
  });

  /** What the pages of this build call their routes. */
  async function version(): Promise<string> {
    const page = await (await fetch(`${product.url}/signin`)).text();
    const [manifest = ""] = /\/assets\/manifest-[\w-]+\.js/.exec(page) ?? [];
    const text = manifest ? await (await fetch(product.url + manifest)).text() : page;
    return /"version":"(\w+)"/.exec(text)?.[1] ?? "";
  }
});

test("a program that sends what it should is answered meanwhile", async () => {
  expect((await program(product)("GET", "/api/auth")).status).toBe(200);
});
