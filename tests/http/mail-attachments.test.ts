/** The files of the mails at /dev/mail. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createFileMailer } from "~/gateways/mail/file-mailer";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const CONTENT = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0x00, 0xff, 0x0a]);
const PAGE = "/dev/mail/20261121T140500123Z-01939f5a-0000-7000-8000-000000000001";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
  await createFileMailer(join(product.dataDir, "mail")).send({
    id: "01939f5a-0000-7000-8000-000000000001",
    date: new Date("2026-11-21T14:05:00.123Z"),
    to: "grace@acme.test",
    from: "Groundwork <hello@groundwork.test>",
    subject: "Your receipt",
    html: "<p>Thank you</p>",
    text: "Thank you",
    attachments: [{ name: "invoice-ñ.pdf", type: "application/pdf", content: CONTENT }],
  });
});

test("the page of a mail links to its file, which is downloaded unchanged and never shown", async () => {
  expect(await (await fetch(product.url + PAGE)).text()).toContain(`href="${PAGE}/attachments/0"`);

  const response = await fetch(`${product.url}${PAGE}/attachments/0`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''invoice-%C3%B1.pdf");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(CONTENT);
});

test.each(["/attachments/1", "/attachments/-1", "/attachments/x", "/attachments/..%2F0"])(
  "%s is not found",
  async (path) => {
    expect((await fetch(product.url + PAGE + path)).status).toBe(404);
  },
);

test("a caller behind a proxy does not get the file", async () => {
  const headers = { "X-Forwarded-For": "203.0.113.7" };
  expect((await fetch(`${product.url}${PAGE}/attachments/0`, { headers })).status).toBe(404);
});
