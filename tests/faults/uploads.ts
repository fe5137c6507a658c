/** An upload that never ends. */
import { request } from "node:http";
import type { Product } from "../support/product";

/** Sends the first part of a picture. */
export function createBrokenUpload({ port }: Pick<Product, "port">, token: string): { abort(): void } {
  const sent = request({
    ...{ host: "localhost", port, method: "PATCH", path: "/api/user" },
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "multipart/form-data; boundary=the-boundary",
    },
  });
  // It ends with its process.
  sent.on("error", () => undefined);
  sent.write(
    '--the-boundary\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  );
  sent.write(Buffer.alloc(100_000, 1));
  return { abort: () => void sent.destroy() };
}
