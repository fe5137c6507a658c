/** Malformed and hostile requests: they are rejected at once, before they cost anything. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGES } from "~/domain/pages";
import { OPERATIONS } from "~/services/operations.server";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  type Call,
} from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { openRaw } from "../support/raw-request";
import { FORM_TYPE, encodeMultipart, createUploader } from "../support/uploads";

/** Each of these requests once took five to fifty seconds, and blocked all others in the meantime. */
const AT_ONCE_MS = 1000;

let product: Product;
let call: Call;
let token: string;
beforeAll(async () => {
  product = await startProduct();
  ({ call, token } = await createUserOnFreePlan(product, "owner@example.com"));
});
afterAll(() => product.stop());

/** Posts a body as a form of a page does, however the body is made. */
function submit(path: string, body: BodyInit, method = "POST"): Promise<Response> {
  return fetch(product.url + path, {
    method,
    redirect: "manual",
    headers: { Origin: product.url, "Content-Type": "application/x-www-form-urlencoded" },
    body,
  });
}

async function sendTimed(send: () => Promise<Response>): Promise<{ status: number; tookMs: number }> {
  const startedAt = performance.now();
  const response = await send();
  await response.arrayBuffer();
  return { status: response.status, tookMs: performance.now() - startedAt };
}

describe("forms", () => {
  test.each(["/signin", "/signup", "/forgotpassword"])(
    "thirty thousand fields at %s answer 400 within a second, with equal or different names",
    async (path) => {
      const different = Array.from({ length: 10_000 }, (_, index) => `${index}&`).join("");
      for (const body of ["a&".repeat(30_000), different]) {
        const { status, tookMs } = await sendTimed(() => submit(path, body));
        expect(status).toBe(400);
        expect(tookMs).toBeLessThan(AT_ONCE_MS);
      }
    },
  );

  test.each([
    ...["__proto__", "constructor", "a[b]", "a.b"],
    // Some libraries would nest the value as deep as the name says.
    ...["[0]", ".b", "[b]"].map((part) => `a${part.repeat(5000)}`),
  ])("a field named %.20s is harmless", async (name) => {
    const fields = { [name]: "polluted", "email[$ne]": "", email: "owner@example.com", password: PASSWORD };
    const visitor = createBrowser(product);
    expect((await visitor.post("/signin", fields)).status).toBe(302);
    expect((await visitor.get("/account/profile")).html).not.toContain("polluted");
  });

  test("a field sent twice answers 400", async () => {
    const twice = `email=owner%40example.com&password=${encodeURIComponent(PASSWORD)}&email=other%40example.com`;
    expect((await submit("/signin", twice)).status).toBe(400);
  });
});

test("a JSON key sent twice: the last value counts, for validation and for the operation", async () => {
  const name = "Grace Brewster";
  expect((await call("PATCH", "/api/user", `{"name":"","name":"${name}"}`)).status).toBe(200);
  expect((await call("GET", "/api/user")).data.name).toBe(name);
  expect((await call("PATCH", "/api/user", `{"name":"${name}","name":""}`)).status).toBe(400);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
  "a body of the type %j answers 415 on every write of the API",
  async (type) => {
    for (const { name, method, path, access, acceptsFiles, isSetup } of OPERATIONS) {
      // Before the body is read, setup is refused as closed, and mission control to others than masters.
      if (method === "GET" || access.permission === "master" || isSetup) continue;
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
  test("without a credential, a call answers 401 before the body is read", async () => {
    for (const { method, path } of OPERATIONS.filter(({ access }) => access.permission !== "none")) {
      if (method === "GET") continue;
      const head = [`${method} ${path.replace(":id", "x")} HTTP/1.1`, `Host: localhost:${product.port}`];
      const body = [`Content-Type: ${FORM_TYPE}`, "Content-Length: 5000000", "", "--the-boun"];
      const request = openRaw(product, [...head, ...body].join("\r\n"));
      await expect.poll(() => request.received(), { message: path }).toMatch(/^HTTP\/1.1 401 /);
      request.end();
    }
  });

  test("a large upload without a valid token answers 401 at once", async () => {
    const { send } = createUploader(product, "scr_nobody");
    const { status, tookMs } = await sendTimed(() =>
      send(encodeMultipart([{ bytes: Buffer.alloc(4_000_000) }])),
    );
    expect(status).toBe(401);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  test.each([
    ["named twice", `${FORM_TYPE}; boundary=other`],
    ["named after another one", FORM_TYPE.replace(";", "; boundary=other;")],
    ["with another one in a value before it", FORM_TYPE.replace(";", '; a="; boundary=other";')],
  ])("a form with its boundary %s answers 400, however many parts it has", async (_, type) => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_value, index) => [`f${index}`, "x"]));
    const { send } = createUploader(product, token);
    const { status, tookMs } = await sendTimed(() => send(encodeMultipart([], fields), type));
    expect(status).toBe(400);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
    expect((await send(encodeMultipart([], { name: "Grace" }), type)).status).toBe(400);
  });
});

describe("methods", () => {
  const pages = Object.keys(PAGES).map((page) => page.replace(/:\w+/g, "facebook"));

  test.each(["PUT", "PATCH", "DELETE"])(
    "%s on a page answers 405, in every form of its URL",
    async (method) => {
      for (const page of pages)
        for (const url of [page, `${page}.data`, `${page}?index`, `/api/..${page}`]) {
          const { status, headers } = await submit(url, "email=a", method);
          expect(status, url).toBe(405);
          expect(headers.get("Allow")).toBe("GET, HEAD, POST");
        }
    },
  );

  test("a field named _method does not change the method", async () => {
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "owner@example.com", password: PASSWORD });
    for (const _method of ["DELETE", "GET"])
      expect((await visitor.post("/preferences?_method=DELETE", { _method, locale: "en" })).status).toBe(302);
    expect((await call("POST", "/api/auth", { _method: "DELETE" })).status).toBe(400);
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });
});

describe("URLs", () => {
  test.each(["~/", "a/", "%61/", "a%2F/"])(
    "thousands of path segments %s answer 404 at once",
    async (part) => {
      const { status, tookMs } = await sendTimed(() => fetch(`${product.url}/${part.repeat(3000)}`));
      expect(status).toBe(404);
      expect(tookMs).toBeLessThan(AT_ONCE_MS);
    },
  );

  test.each([
    ["a path of thousands of segments", `p=${"/".repeat(7000)}`],
    ["hundreds of paths", Array.from({ length: 900 }, (_, index) => `p=/a${index}`).join("&")],
  ])("the route manifest is not answered for %s", async (_, query) => {
    for (const path of ["/__manifest", "/./__manifest", "/a/..//__manifest"]) {
      const url = `${path}?version=${await readBuildVersion()}&${query}`;
      const { status, tookMs } = await sendTimed(() => fetch(product.url + url));
      expect([400, 404]).toContain(status);
      expect(tookMs).toBeLessThan(AT_ONCE_MS);
    }
  });

  test("the route manifest counts paths as the framework and as its successor names them, before it is asked", async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/a${index}`);
    const [several, one] = [paths.map((path) => `p=${path}`).join("&"), `paths=${paths.join(",")}`];
    const others = one.replaceAll("/a", "/b");
    const ask = async (query: string) => (await fetch(`${product.url}/__manifest?${query}`)).status;
    // Remix's answer to a request without the version of the build: the guard has let it pass.
    expect([await ask(several), await ask(one)]).toEqual([204, 204]);
    for (const query of [`${several}&${others}`, `${one}&${others}`, `paths=/signin,${"/".repeat(30)}`])
      expect([query, await ask(query)]).toEqual([query, 400]);
  });

  test("the route manifest is answered for the links of a long list", async () => {
    const links = Array.from({ length: 50 }, (_, index) => `p=/dev/mail/${index}`).join("&");
    const response = await fetch(`${product.url}/__manifest?version=${await readBuildVersion()}&${links}`);
    expect(response.status).toBe(200);
    expect(Object.keys((await response.json()) as object)).toContain("routes/dev/mail-message");
  });

  test.each([
    ["as they are", "_data=root"],
    ["encoded", "%5Fdata=root"],
    ["after a thousand others", `${"&".repeat(1000)}_data=root`],
    ["without a value", `${"a&".repeat(1000)}_data`],
  ])("data requests of an older Remix protocol answer 400: %s", async (_, query) => {
    expect((await fetch(`${product.url}/signin?${query}`)).status).toBe(400);
    expect((await submit(`/signin?${query}`, "email=a")).status).toBe(400);
  });

  /** The version of this build's route manifest. */
  async function readBuildVersion(): Promise<string> {
    const page = await (await fetch(`${product.url}/signin`)).text();
    const [manifest = ""] = /\/assets\/manifest-[\w-]+\.js/.exec(page) ?? [];
    const text = manifest ? await (await fetch(product.url + manifest)).text() : page;
    return /"version":"(\w+)"/.exec(text)?.[1] ?? "";
  }
});

test("a valid request is still answered", async () => {
  expect((await createApiClient(product)("GET", "/api/auth")).status).toBe(200);
});
