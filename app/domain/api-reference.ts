/** The API's reference as its page shows it: every call of the OpenAPI document, with samples for those that keys may make. */
import { PRODUCT_SLUG } from "./product";

/** The environment variable that holds the key in the samples. */
export const KEY_VARIABLE = `${PRODUCT_SLUG.toUpperCase().replaceAll("-", "_")}_KEY`;

/** In the order of the page. Their names are the same in every language. */
export const SAMPLE_LANGUAGES = { curl: "curl", fetch: "JavaScript", python: "Python" } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;
/** A program for each language, which runs as it stands. */
export type Samples = Record<SampleLanguage, string>;

export interface ReferenceField {
  name: string;
  in: "path" | "query" | "header" | "body";
  /** Such as "string" or "integer or null". */
  type: string;
  isRequired: boolean;
}

/** A call in the list of all calls. */
export interface ReferenceEntry {
  /** The operation's name. */
  id: string;
  method: string;
  path: string;
  title: string;
  /** The scope that an API key needs; null where no key may make the call. */
  scope: string | null;
  isDeprecated: boolean;
}

export interface ReferenceCall extends ReferenceEntry {
  description: string;
  fields: ReferenceField[];
  errors: { status: string; description: string }[];
  /** An example of the answer, as JSON. */
  answer: string;
  /** Null where no key may make the call. */
  samples: Samples | null;
}

export interface ReferenceGroup<Call extends ReferenceEntry = ReferenceEntry> {
  /** Its name in the page's URL. */
  slug: string;
  name: string;
  description: string;
  calls: Call[];
}

/** The name of a group, which is a tag of the document, as the query of its page has it. */
export function toGroupSlug(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}
