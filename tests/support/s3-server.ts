/**
 * A stand-in for a bucket on this machine: what the product uses of Amazon's S3 API, with keys that it checks. No maintained
 * server of that API is in npm or Debian. https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const KEY_ID = "AKIDEXAMPLE";
const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const BUCKET = "files";
const REGION = "eu-central-1";

export interface S3Server {
  /** The environment of a product that uses the bucket. */
  settings: Record<string, string>;
  /** The objects by their keys. */
  objects: Map<string, Buffer>;
  /** How many requests had no valid signature. */
  refused: number;
  /** Answers 503 to everything while it is true. */
  isDown: boolean;
  close(): Promise<void>;
}

interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
}

interface Answer {
  status: number;
  body?: Buffer | string;
  headers?: Record<string, string>;
}

export async function startS3Server(): Promise<S3Server> {
  const parts = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? "", "http://bucket");
      const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/`.length);
      const call = { method: request.method ?? "", key, query: url.searchParams, body };
      const { status, body: content = "", headers = {} } = answerSigned(request, url, call);
      response.writeHead(status, { "Content-Length": Buffer.byteLength(content), ...headers }).end(content);
    });
  });
  const answerSigned = (request: IncomingMessage, url: URL, call: Call): Answer => {
    if (bucket.isDown) return toError(503, "SlowDown");
    if (isSigned(request, url, call.body)) return answer(bucket.objects, parts, call);
    bucket.refused += 1;
    return toError(403, "SignatureDoesNotMatch");
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket: S3Server = {
    settings: {
      STORAGE_URL: `s3://${BUCKET}/acme?region=${REGION}&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    objects: new Map(),
    refused: 0,
    isDown: false,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return bucket;
}

function answer(objects: Map<string, Buffer>, parts: Map<string, Map<number, Buffer>>, call: Call): Answer {
  const { method, key, query, body } = call;
  const upload = query.get("uploadId");
  if (method === "POST" || upload !== null) return answerUpload(objects, parts, call);
  if (method === "GET" && key === "") return listObjects(objects, query.get("prefix") ?? "");
  if (method === "PUT") objects.set(key, body);
  if (method === "DELETE") objects.delete(key);
  if (method === "DELETE") return { status: 204 };
  const found = objects.get(key);
  if (!found) return toError(404, "NoSuchKey");
  return method === "PUT" ? { status: 200, headers: { ETag: toEtag(body) } } : { status: 200, body: found };
}

/** An object in several parts: it is there once the upload is complete. */
function answerUpload(
  objects: Map<string, Buffer>,
  parts: Map<string, Map<number, Buffer>>,
  { method, key, query, body }: Call,
): Answer {
  const id = query.get("uploadId");
  if (id === null) {
    const created = randomBytes(8).toString("hex");
    parts.set(created, new Map());
    return toXml(
      `<InitiateMultipartUploadResult><UploadId>${created}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const given = parts.get(id);
  if (!given) return toError(404, "NoSuchUpload");
  if (method === "PUT") {
    given.set(Number(query.get("partNumber")), body);
    return { status: 200, headers: { ETag: toEtag(body) } };
  }
  parts.delete(id);
  if (method === "DELETE") return { status: 204 };
  const ordered = [...given].sort(([one], [other]) => one - other).map(([, part]) => part);
  objects.set(key, Buffer.concat(ordered));
  return toXml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

function listObjects(objects: Map<string, Buffer>, prefix: string): Answer {
  const contents = [...objects.keys()]
    .filter((key) => key.startsWith(prefix))
    .map(
      (key) => `<Contents><Key>${key}</Key><LastModified>2026-11-25T00:00:00.000Z</LastModified></Contents>`,
    );
  return toXml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}</ListBucketResult>`);
}

const toXml = (body: string): Answer => ({
  status: 200,
  body,
  headers: { "Content-Type": "application/xml" },
});

const toError = (status: number, code: string): Answer => ({
  ...toXml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
  status,
});

const toEtag = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

/** Signature Version 4. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, id = "", scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const [day = "", region, service, end] = scope.split("/");
  if (id !== KEY_ID || region !== REGION || service !== "s3" || end !== "aws4_request") return false;
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== sha256(body)) return false;
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const query = [...url.searchParams].map((pair) => pair.map(encode).join("=")).sort();
  const path = decodeURIComponent(url.pathname).split("/").map(encode).join("/");
  const request = [method, path, query.join("&"), signed.join(""), names, hash].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(request)].join("\n");
  const key = [day, REGION, "s3", "aws4_request"].reduce<Buffer | string>(sign, `AWS4${SECRET}`);
  return sign(key, text).toString("hex") === signature;
}

const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");
const sign = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
