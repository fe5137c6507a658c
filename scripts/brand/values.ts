/** The values of app/product/brand.json: read, changed by the options, and written. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { BrandError, toSlug, type Options } from "./options";

const text = z.string().min(1).nullable();

const schema = z.strictObject({
  name: z.string().min(1),
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  accent: z.string().regex(/^#[0-9a-f]{6}$/),
  logo: text,
  isOwn: z.boolean(),
  company: text,
  address: text,
  sender: text,
  supportEmail: text,
  terms: text,
  privacy: text,
  languages: z.array(z.string()).min(1).nullable(),
});

export type BrandValues = z.output<typeof schema>;

/** Throws BrandError where the file was edited to something that cannot be used. */
export function readBrand(file: string): BrandValues {
  const fault = (reason: string, cause?: unknown) =>
    new BrandError(
      `app/product/brand.json cannot be used: ${reason}. Correct it, or take the last one that worked from git. Nothing was changed.`,
      { cause },
    );
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw fault("it is missing, or no JSON", error);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw fault(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
}

/** The path of a logo of the founder, as pages name it. */
export const LOGO_URL = "/logo.svg";

/** What was not given stays. */
export function changeBrand(brand: BrandValues, options: Options): BrandValues {
  return {
    ...brand,
    ...(options.name !== undefined && { name: options.name, slug: toSlug(options.name) }),
    ...(options.logo !== undefined && { logo: LOGO_URL }),
    isOwn: true,
    accent: options.accent === undefined ? brand.accent : toLongHex(options.accent),
    company: options.company ?? brand.company,
    address: options.address ?? brand.address,
    sender: options.sender ?? brand.sender,
    supportEmail: options["support-email"] ?? brand.supportEmail,
    terms: options.terms ?? brand.terms,
    privacy: options.privacy ?? brand.privacy,
    languages: options.languages ?? brand.languages,
  };
}

const toLongHex = (hex: string) => (hex.length === 4 ? `#${hex.slice(1).replace(/./g, "$&$&")}` : hex);
