/** Every public page has a meta description in the visitor's language. */
import { beforeAll, expect, test } from "vitest";
import en from "~/i18n/en/common.json";
import es from "~/i18n/es/common.json";
import { createBrowser } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

test.each([
  ["/", "sign_in"],
  ["/signin", "sign_in"],
  ["/signin/magic", "magic"],
  ["/magic?token=mag_unknown", "magic"],
  ["/signin/otp?token=otp_unknown", "code"],
  ["/signin/social", "social"],
  ["/signin/impersonate?token=imp_unknown", "impersonate"],
  ["/signup", "sign_up"],
  ["/signup/user?id=inv_unknown", "join"],
  ["/forgotpassword", "forgot"],
  ["/resetpassword?token=rst_unknown", "reset"],
  ["/unsubscribe?token=uns_unknown", "unsubscribe"],
  ["/404", "not_found"],
  ["/no/such/page", "not_found"],
  ["/api/docs", "api_docs"],
  ["/dev/mail", "product"],
] as const)("%s", async (path, key) => {
  for (const [locale, texts] of [
    ["en", en],
    ["es", es],
  ] as const) {
    const { html } = await createBrowser(product).get(path, { "Accept-Language": locale });
    const described = [...html.matchAll(/<meta name="description" content="([^"]*)"/g)].map(
      ([, text]) => text,
    );
    expect(described).toEqual([texts.description[key].replaceAll("'", "&#x27;")]);
  }
});
