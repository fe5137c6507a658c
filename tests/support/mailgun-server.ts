/** A stand-in for Mailgun's API on this machine: it keeps every mail, and answers as a test wants. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export const MAILGUN_KEY = "key-canary-0123456789abcdef";
export const MAILGUN_DOMAIN = "mg.example.com";

export interface MailgunServer {
  url: string;
  /** The mails as Mailgun would deliver them, with the recipient of the envelope. */
  mails: { to: string; content: string; fields: Record<string, string> }[];
  /** Answers every mail with this status and body instead; null answers as Mailgun does. */
  refusal: { status: number; body: object | string } | null;
  close(): Promise<void>;
}

export async function startMailgunServer(): Promise<MailgunServer> {
  const server = createServer((request, response) => {
    void answer(mailgun, request).then(({ status, body }) => {
      const isText = typeof body === "string";
      response.writeHead(status, { "Content-Type": isText ? "text/plain" : "application/json" });
      response.end(isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const mailgun: MailgunServer = {
    url: `http://127.0.0.1:${port}`,
    mails: [],
    refusal: null,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return mailgun;
}

type Answer = NonNullable<MailgunServer["refusal"]>;

/** The words are Mailgun's. */
async function answer(mailgun: MailgunServer, request: IncomingMessage): Promise<Answer> {
  const body = await readBody(request);
  const expected = `Basic ${Buffer.from(`api:${MAILGUN_KEY}`).toString("base64")}`;
  if (request.headers.authorization !== expected) return { status: 401, body: "Forbidden" };
  if (mailgun.refusal) return mailgun.refusal;
  const [, , place, name] = (request.url ?? "").split("/");
  if (place === "domains") return answerDomain(name ?? "");
  if (place !== MAILGUN_DOMAIN) return { status: 404, body: { message: `Domain not found: ${place ?? ""}` } };
  const form = await new Response(new Uint8Array(body), {
    headers: { "Content-Type": request.headers["content-type"] ?? "" },
  }).formData();
  const { message, ...fields } = Object.fromEntries(form) as Record<string, string | File>;
  if (!(message instanceof File) || typeof fields.to !== "string")
    return { status: 400, body: { message: "to parameter is missing" } };
  mailgun.mails.push({
    to: fields.to,
    content: await message.text(),
    fields: fields as Record<string, string>,
  });
  return { status: 200, body: { id: "<20261123.1@mg.example.com>", message: "Queued. Thank you." } };
}

function answerDomain(name: string): Answer {
  if (name !== MAILGUN_DOMAIN) return { status: 404, body: { message: "Domain not found" } };
  const domain = { name, state: "active", created_at: "Mon, 23 Nov 2026 10:00:00 GMT", id: "1" };
  return { status: 200, body: { domain, receiving_dns_records: [], sending_dns_records: [] } };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
