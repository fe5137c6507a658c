/** The longest headers that the server accepts, written to be slow to parse: none costs more than a moment. */
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "../support/product";

/** How much longer a request with the header may take than one without. */
const EXTRA_MAX_MS = 20;
/** The server rejects headers of more than 16 KiB in total. */
const LENGTH = 15_000;
/** A measurement above the limit is repeated this often: the machine may have been busy. */
const TRIES = 10;
const TEST_TIMEOUT_MS = 120_000;

const PATHS = ["/signin", "/api/auth", "/favicon.svg", "/health/live", "/dev/mail"];

const HEADERS = [
  "Accept-Language",
  "Cookie",
  "Accept",
  "Accept-Charset",
  "Accept-Encoding",
  "Authorization",
  "Cache-Control",
  "Content-Type",
  "Forwarded",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Range",
  "Origin",
  "Range",
  "Referer",
  "Sec-Fetch-Dest",
  "Sec-Fetch-Site",
  "Stripe-Signature",
  "User-Agent",
  "Via",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
];

/** A text of LENGTH characters, made by repeating `part`. */
function repeat(part: (index: number) => string): string {
  let text = "";
  for (let index = 0; text.length < LENGTH; index += 1) text += part(index);
  return text.slice(0, LENGTH);
}

const getLetter = (index: number) => String.fromCharCode(97 + (index % 26));
/** No two tags are equal, and each is a language that a browser could request. */
const createLanguageTag = (index: number) =>
  `${getLetter(index)}${getLetter(index / 26)}-${getLetter(index / 676)}${getLetter(index * 7)}`;

const KNOWN = ["en", "es", "fr", "de"];

const SHAPES: Record<string, string> = {
  "many commas": repeat(() => ","),
  "commas and spaces": repeat(() => ", "),
  "many tags": repeat((index) => `${createLanguageTag(index)},`),
  "many three-letter tags": repeat(
    (index) => `${getLetter(index / 676)}${getLetter(index / 26)}${getLetter(index)},`,
  ),
  "many regions of known languages": repeat(
    (index) => `${KNOWN[index % 4]}-${getLetter(index / 4)}${getLetter(index / 104)},`,
  ),
  "many weighted tags": repeat((index) => `${createLanguageTag(index)};q=0.${index % 10},`),
  "nested quotes": repeat(() => '"\\"'),
  "quoted pairs": repeat((index) => `for="[::${index}]";proto=http,`),
  "many semicolons": repeat(() => ";"),
  "many equals signs": repeat(() => "a=b;"),
  "many pairs": repeat((index) => `k${index}=v${index};`),
  "many ranges": `bytes=${repeat((index) => `${index}-${index + 1},`)}`,
  "many media types": repeat((index) => `a/b${index};q=0.${index % 10},`),
  "a gap of spaces": `a${" ".repeat(LENGTH - 2)}b`,
  "many slashes": repeat(() => "a/"),
  "broken escapes": repeat(() => "%zz"),
};

let product: Product;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: "warn", TRUST_PROXY_HOPS: "1" });
});
afterAll(async () => {
  agent.destroy();
  await product.stop();
});

test.each(PATHS)(
  "%s: a long header costs less than 20 ms more than none",
  async (path) => {
    const plain = await ask({ path, headers: {} });
    const slow: string[] = [];
    for (const header of HEADERS)
      for (const [shape, value] of Object.entries(SHAPES)) {
        const fault = await findFault(plain, { path, headers: { [header]: value } });
        if (fault) slow.push(`${header} of ${shape}: ${fault}`);
      }
    expect(slow).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test.each(PATHS)(
  "%s: a long query string costs less than 20 ms more than none",
  async (path) => {
    const plain = await ask({ path, headers: {} });
    const slow: string[] = [];
    for (const [shape, value] of Object.entries(SHAPES)) {
      const query = value.replaceAll(/[\s"\\]/g, "+");
      const fault = await findFault(plain, { path: `${path}?${query}`, headers: {} });
      if (fault) slow.push(`${shape}: ${fault}`);
    }
    expect(slow).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

interface Measured {
  asked: Asked;
  tookMs: number;
  status: number;
}

interface Asked {
  path: string;
  headers: Record<string, string>;
}

/** Compares a request with a plain one, and measures both again while it is slower: null once it is not. */
async function findFault(plain: Measured, asked: Asked): Promise<string | null> {
  let extraMs = Infinity;
  let usualMs = plain.tookMs;
  for (let count = 0; count < TRIES; count += 1) {
    const { tookMs, status } = await ask(asked);
    if (status >= 500) return String(status);
    extraMs = Math.min(extraMs, tookMs - usualMs);
    if (extraMs < EXTRA_MAX_MS) return null;
    usualMs = (await ask(plain.asked)).tookMs;
  }
  return `${Math.round(extraMs)} ms more`;
}

function ask(asked: Asked): Promise<Measured> {
  const { path, headers } = asked;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: product.port, path, headers, agent }, (response) => {
      response.resume();
      response.on("end", () => {
        resolve({ asked, tookMs: performance.now() - startedAt, status: response.statusCode ?? 0 });
      });
    })
      .on("error", reject)
      .end();
  });
}
