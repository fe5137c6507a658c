/** Where mails come from and where customers write to, unless the environment or setup says otherwise. */
import { BRAND_SENDER, BRAND_SUPPORT_EMAIL } from "../product/brand";
import { PRODUCT_NAME, PRODUCT_SLUG } from "./product";

/** Hosts that lead nowhere: a machine without settings sends no mail. */
const HOST = `${PRODUCT_SLUG}.localhost`;

export const DEFAULT_SENDER = BRAND_SENDER ?? `${quote(PRODUCT_NAME)} <hello@${HOST}>`;
export const DEFAULT_SUPPORT_EMAIL = BRAND_SUPPORT_EMAIL ?? `support@${HOST}`;

/** A comma in a name would otherwise end the address before it (RFC 5322, quoted-string). */
function quote(name: string): string {
  return /^[\w\s-]+$/.test(name) ? name : `"${name}"`;
}
