/** The founder's own mails: the values of each, as in app/gateways/mail/mail-values.ts. */
import * as z from "zod";

export const OWN_MAIL_VALUES = {
  /** To the member who created a project. `link` leads to the projects. */
  project_created: z.object({ name: z.string(), project: z.string(), link: z.url() }),
};

/** A sample for each name of a value that no mail of the product has, for the tests of all mails. */
export const OWN_MAIL_SAMPLES: Record<string, unknown> = { project: "Moon" };
