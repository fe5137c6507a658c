import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callApi } from "./call-api";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  document.documentElement.lang = "es";
});

afterEach(() => {
  fetched.mockReset();
  localStorage.clear();
});

test("requests carry the bearer token of local storage's user, and the page's language", async () => {
  localStorage.setItem("user", JSON.stringify({ token: "abc" }));
  mockResponse(createJsonResponse({ data: 1 }));
  await callApi("PATCH", "/api/user", { dark_mode: true });
  const { path, method, headers, body } = getRequest();
  expect([path, method, body]).toEqual(["/api/user", "PATCH", '{"dark_mode":true}']);
  expect(headers.get("Authorization")).toBe("Bearer abc");
  expect(headers.get("Accept-Language")).toBe("es");
  expect(headers.get("Content-Type")).toBe("application/json");
});

test.each([["not json"], ["null"], ["5"], ['{"token":5}'], ["[]"]])(
  "with %s as the stored user, no token is sent",
  async (stored) => {
    localStorage.setItem("user", stored);
    mockResponse(createJsonResponse({ data: 1 }));
    await callApi("GET", "/api/demo");
    expect(getRequest().headers.has("Authorization")).toBe(false);
  },
);

test("a reply has the data and the message of the response", async () => {
  mockResponse(createJsonResponse({ data: { id: 5 }, message: "Saved" }));
  expect(await callApi("GET", "/api/demo")).toEqual({ ok: true, data: { id: 5 }, message: "Saved" });
});

test("FormData is sent unchanged, so that the browser sets its type", async () => {
  mockResponse(createJsonResponse({ data: null }));
  const body = new FormData();
  await callApi("POST", "/api/x", body);
  expect(getRequest().body).toBe(body);
  expect(getRequest().headers.has("Content-Type")).toBe(false);
});

test("an error reply has the status and the body of the response, plain text or JSON", async () => {
  mockResponse(new Response("Please wait.", { status: 429, headers: { "Content-Type": "text/plain" } }));
  expect(await callApi("POST", "/api/auth")).toEqual({ ok: false, status: 429, body: "Please wait." });
  mockResponse(createJsonResponse({ message: "No", data: { plan: "pro" } }, 402));
  expect(await callApi("POST", "/api/key")).toMatchObject({
    ok: false,
    status: 402,
    body: { data: { plan: "pro" } },
  });
});

test("no response, or a body that is not the JSON it claims to be, gives an error and never an exception", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await callApi("GET", "/api/demo")).toMatchObject({
    ok: false,
    error: new TypeError("Failed to fetch"),
  });
  mockResponse(new Response("<html>", { headers: { "Content-Type": "application/json" } }));
  expect(await callApi("GET", "/api/demo")).toMatchObject({ ok: false });
});

test("a call with an expired token is sent again with a new one", async () => {
  localStorage.setItem("user", JSON.stringify({ token: "old" }));
  mockResponse(createJsonResponse({ message: "Sign in first" }, 401));
  mockResponse(createJsonResponse({ data: { authenticated: true, email: "a@example.com", token: "new" } }));
  mockResponse(createJsonResponse({ data: 1 }));
  expect(await callApi("POST", "/api/event", { name: "x" })).toEqual({ ok: true, data: 1 });
  const sent = fetched.mock.calls.map(([path, init]) => [
    path,
    new Headers(init?.headers).get("Authorization"),
  ]);
  expect(sent).toEqual([
    ["/api/event", "Bearer old"],
    ["/api/auth", "Bearer old"],
    ["/api/event", "Bearer new"],
  ]);
});

test("a call of a visitor without a session is not sent again", async () => {
  mockResponse(createJsonResponse({ message: "Sign in first" }, 401));
  mockResponse(createJsonResponse({ data: { authenticated: false } }));
  expect(await callApi("POST", "/api/event", { name: "x" })).toMatchObject({ ok: false, status: 401 });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("an empty response has no data", async () => {
  mockResponse(new Response(null, { status: 204 }));
  expect(await callApi("DELETE", "/api/auth")).toEqual({ ok: true, data: undefined });
});

function mockResponse(response: Response): void {
  fetched.mockResolvedValueOnce(response);
}

function createJsonResponse(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

function getRequest() {
  const [path, init] = fetched.mock.calls[0] ?? [];
  return { path, method: init?.method, headers: new Headers(init?.headers), body: init?.body };
}
