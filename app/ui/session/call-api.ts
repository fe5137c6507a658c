/** Calls to the product's own API from parts of a page that are not forms. */
import type { PageEvent } from "~/domain/events";
import { paths } from "~/domain/paths";
import { noteReachable, noteUnreachable } from "../reachability";

/** A failure without a status got no response at all. `body` is parsed JSON, or plain text. */
type ApiReply<Data> =
  | { ok: true; data: Data; message?: string }
  | { ok: false; status?: number; body?: unknown; error?: unknown };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls the API as the signed-in user, in the page's language. The body is sent as JSON, or as multipart when it is a
 * FormData. Never throws: without a response the reply has the error. The token of a page that slept has expired: the call
 * then gets a new one by the session's cookie, and is sent again.
 */
export async function callApi<Data>(method: Method, path: string, body?: unknown): Promise<ApiReply<Data>> {
  const reply = await send<Data>(method, path, body);
  if (reply.ok || reply.status !== 401 || path === paths.authCall) return reply;
  const user = await fetchSessionUser();
  return user === null || user === "unknown" ? reply : send(method, path, body);
}

/** The fields of the session user that a page needs. */
export interface SessionUser {
  email: string;
  account_id: string;
}

/**
 * Reads who is signed in, by the session's cookie, and stores it with a new token; null when no one is signed in; "unknown"
 * when the server cannot be reached.
 */
export async function fetchSessionUser(): Promise<SessionUser | null | "unknown"> {
  const reply = await send<SessionUser & { authenticated: boolean }>("GET", paths.authCall);
  if (!reply.ok) return "unknown";
  const { authenticated, ...user } = reply.data;
  if (!authenticated) {
    localStorage.removeItem(USER_ITEM);
    return null;
  }
  localStorage.setItem(USER_ITEM, JSON.stringify(user));
  return user;
}

/** Local storage's item of the session user. `forgetSessionUser` removes it, too. */
const USER_ITEM = "user";

async function send<Data>(method: Method, path: string, body?: unknown): Promise<ApiReply<Data>> {
  try {
    const response = await fetch(path, { method, headers: createHeaders(body), body: encode(body) });
    noteReachable();
    const read = await readBody(response);
    if (!response.ok) return { ok: false, status: response.status, body: read };
    const { data, message } = (read ?? {}) as { data: Data; message?: string };
    return { ok: true, data, message };
  } catch (error) {
    noteUnreachable();
    return { ok: false, error };
  }
}

/** Records what the user does on the page, as a tracked event. Nothing waits for it, and a lost event has no effect. */
export function recordPageEvent(name: PageEvent, metadata?: Record<string, string>): void {
  void callApi("POST", paths.eventCall, { name, metadata });
}

function createHeaders(body: unknown): Headers {
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": document.documentElement.lang,
  });
  const token = readStoredToken();
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  // For FormData the browser sets the type itself, with its boundary.
  if (body !== undefined && !(body instanceof FormData)) headers.set("Content-Type", "application/json");
  return headers;
}

function encode(body: unknown): BodyInit | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
}

/** A 429 is plain text, and a proxy may send anything. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  return isJson && text !== "" ? (JSON.parse(text) as unknown) : text;
}

/** The token of local storage's `user`; null when there is none, or when the item has another shape. */
function readStoredToken(): string | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(USER_ITEM) ?? "null");
    const token: unknown = typeof user === "object" && user !== null && "token" in user ? user.token : null;
    return typeof token === "string" ? token : null;
  } catch {
    return null;
  }
}
