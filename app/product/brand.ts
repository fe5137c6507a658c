/**
 * The brand: who the product belongs to and what it looks like. The values are in brand.json, which `npm run brand` writes and which
 * may be edited by hand; the colours are in brand.css, which it makes of the accent. Null leaves a value to the product. The
 * environment and what setup saves win over the addresses. docs/brand.md
 */
import {
  accent,
  address,
  company,
  isOwn,
  languages,
  logo,
  name,
  privacy,
  sender,
  slug,
  supportEmail,
  terms,
} from "./brand.json";

/** As people read it. */
export const BRAND_NAME: string = name;

/** The name in the names of files and in addresses: small letters, digits and hyphens. */
export const BRAND_SLUG: string = slug;

/** What stands on white in mails. */
export const BRAND_ACCENT: string = accent;

/** The logo below public/; null draws the product's own in the accent. */
export const BRAND_LOGO: string | null = logo;

/** Set by the first `npm run brand`: public/ has apple-touch-icon.png and social.png, and nothing speaks of the starter any more. */
export const BRAND_IS_OWN: boolean = isOwn;

/** Who runs the product: the company, and its postal address in lines. */
export const BRAND_COMPANY: string | null = company;
export const BRAND_ADDRESS: string | null = address;

/** Where mails come from, and where customers write to. */
export const BRAND_SENDER: string | null = sender;
export const BRAND_SUPPORT_EMAIL: string | null = supportEmail;

/** The legal pages, which sign-up and mails lead to. */
export const BRAND_TERMS: string | null = terms;
export const BRAND_PRIVACY: string | null = privacy;

/** Which of the product's languages are offered, by their codes; null offers all. */
export const BRAND_LANGUAGES: readonly string[] | null = languages;
