/** Pictures, and forms with files as an API client sends them: valid, broken, or not pictures at all. */
import sharp from "sharp";
import { createOtherNetworkHeaders } from "./links";
import type { Product } from "./product";

const BOUNDARY = "the-boundary-of-the-tests";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export interface Part {
  bytes: string | Buffer;
  type?: string;
  filename?: string;
  name?: string;
}

export interface Uploaded {
  status: number;
  message: string | undefined;
  inputError: string | undefined;
  avatar: string | undefined;
}

/** A user's calls to upload files to a product and to see the result. */
export interface Uploader {
  upload(files: Part[], fields?: Record<string, string>): Promise<Uploaded>;
  /** Sends any body, of any type, to any call. */
  send(
    body: Buffer | ReadableStream,
    type?: string,
    call?: { method: string; path: string },
  ): Promise<Response>;
  /** The URL of the user's picture, or null. */
  avatarUrl(): Promise<string | null>;
}

/** Sends as the user of this bearer token. Behind a proxy, the user has an IP and limits of their own. */
export function createUploader({ url }: Pick<Product, "url">, token: string): Uploader {
  const Authorization = `Bearer ${token}`;
  const from = createOtherNetworkHeaders();
  const send: Uploader["send"] = (body, type = FORM_TYPE, call = { method: "PATCH", path: "/api/user" }) =>
    fetch(url + call.path, {
      method: call.method,
      headers: { Authorization, "Content-Type": type, ...from },
      body,
      duplex: "half",
    } as RequestInit);
  return {
    send,
    async upload(files, fields) {
      const response = await send(encodeMultipart(files, fields));
      const text = await response.text();
      const isJson = response.headers.get("Content-Type")?.includes("json");
      const { message, inputError, data } = (isJson ? JSON.parse(text) : {}) as {
        message?: string;
        inputError?: string;
        data?: { avatar?: string };
      };
      return { status: response.status, message, inputError, avatar: data?.avatar };
    },
    async avatarUrl() {
      const response = await fetch(`${url}/api/user`, { headers: { Authorization } });
      return ((await response.json()) as { data: { avatar: string | null } }).data.avatar;
    },
  };
}

/** A multipart form of files and fields (RFC 7578). */
export function encodeMultipart(files: Part[], fields: Record<string, string> = {}): Buffer {
  const parts = [
    ...files.map(({ bytes, type = "image/png", filename = "me.png", name = "avatar" }) =>
      encodePart(`name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`, bytes),
    ),
    ...Object.entries(fields).map(([name, value]) => encodePart(`name="${name}"`, value)),
  ];
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** A plain landscape picture, to be written in any format. */
export function createPicture() {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 79, g: 70, b: 229 } } });
}

/** Half a megabyte that compression does not make smaller. */
export function createNoise(): Promise<Buffer> {
  const side = 420;
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "red",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
}

/** Adds a text chunk after a PNG's header. Its checksum is correct, so that only the text is unusual. */
export function withText(of: Buffer, text: string): Buffer {
  const chunk = Buffer.from(`tEXtComment\0${text}`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(calculateCrc32(chunk));
  const header = 33;
  return Buffer.concat([of.subarray(0, header), length, chunk, check, of.subarray(header)]);
}

export async function readBytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

function encodePart(head: string, bytes: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
}

function calculateCrc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
