/** Callers of a running product: an API client with a bearer token, and a browser without scripts. */
import { linkIn, type Product } from "./product";

export const PASSWORD = "correct horse!";

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** The parsed body, or the text when it is not JSON. */
  body: unknown;
  data: Record<string, unknown>;
  message: string;
}

/** `more` is a body, and optionally headers as the second entry. */
export type Call = (
  method: string,
  path: string,
  ...more: [body?: unknown, headers?: Record<string, string>]
) => Promise<ApiAnswer>;

/** Compressing costs both sides time. That pages are compressed for browsers is a test of headers.test.ts. */
export const UNCOMPRESSED = { "Accept-Encoding": "identity" };

/** Calls the API as an API client: no Origin, no Sec-Fetch headers, no cookie. */
export function createApiClient(product: Pick<Product, "url">, token?: string): Call {
  return async (method, path, ...[body, headers = {}]) => {
    const response = await fetch(product.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...UNCOMPRESSED,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return toApiAnswer(response);
  };
}

/** A browser without scripts: keeps cookies, submits forms, sends Origin and Sec-Fetch headers. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>;
  /** A field that is sent more than once is listed in pairs. */
  post(
    path: string,
    fields: Record<string, string> | [name: string, value: string][],
    headers?: Record<string, string>,
  ): Promise<PageAnswer>;
  cookies: Map<string, string>;
}

export interface PageAnswer {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
}

export function createBrowser(product: Pick<Product, "url">): Browser {
  const cookies = new Map<string, string>();
  async function send(path: string, init: RequestInit): Promise<PageAnswer> {
    const headers = new Headers(init.headers);
    if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", UNCOMPRESSED["Accept-Encoding"]);
    if (cookies.size > 0)
      headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (!headers.has("Sec-Fetch-Site")) headers.set("Sec-Fetch-Site", "same-origin");
    const response = await fetch(product.url + path, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    return {
      status: response.status,
      location: response.headers.get("Location"),
      headers: response.headers,
      html: await response.text(),
    };
  }
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Origin: product.url, ...headers },
      }),
  };
}

/** Creates a browser with this session cookie. */
export function createBrowserWithSession(product: Pick<Product, "url">, cookie: string): Browser {
  const visitor = createBrowser(product);
  visitor.cookies.set("session", cookie);
  return visitor;
}

/** Creates a user, with an API client's token. */
export async function signUp(
  product: Product,
  email: string,
  name = "Grace Hopper",
): Promise<{ token: string; call: Call }> {
  const answer = await createApiClient(product)("POST", "/api/account", {
    name,
    email,
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  if (answer.status !== 200)
    throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const token = String(answer.data.token);
  return { token, call: createApiClient(product, token) };
}

/** Creates a user who has verified their email with the link from the mail. */
export async function createVerifiedUser(
  product: Product,
  email: string,
  name?: string,
): Promise<{ token: string; call: Call }> {
  const person = await signUp(product, email, name);
  const link = linkIn(await product.mailTo(email), "/signup/verify");
  const answer = await person.call("POST", "/api/user/verify", { token: link.searchParams.get("token") });
  if (answer.status !== 200)
    throw new Error(`verifying answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return person;
}

/** Creates a verified user on the free plan, who can open the dashboard. */
export async function createUserOnFreePlan(
  product: Product,
  email: string,
  name?: string,
): Promise<{ token: string; call: Call }> {
  const person = await createVerifiedUser(product, email, name);
  const answer = await person.call("POST", "/api/account/plan", { plan: "free" });
  if (answer.status !== 200)
    throw new Error(`the plan answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return person;
}

async function toApiAnswer(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  const body: unknown = response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  const { data = {}, message = "" } = (typeof body === "object" && body !== null ? body : {}) as {
    data?: Record<string, unknown>;
    message?: string;
  };
  return { status: response.status, headers: response.headers, body, data, message };
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = "", ...attributes] = header.split("; ");
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
  if (isGone) cookies.delete(name);
  else cookies.set(name, value);
}
