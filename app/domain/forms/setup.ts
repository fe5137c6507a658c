/** The forms of setup. Each step's form has the fields of `setupFields` beside its own. */
import * as z from "zod/mini";
import { HOST_MAX_LENGTH } from "../setup-limits";
import { toMessage } from "../messages";
import { checkbox } from "./choices";
import { createFormSchema, email, number, optional, requiredText } from "./rules";

/** What the form of every step has: which state it was made from, and what is to be done with it. */
export const setupFields = {
  /** From the step's view: the second of two forms is refused. */
  revision: revision(),
  /** Tests and saves nothing. */
  only_test: checkbox(),
  /** Saves although a test has given a warning. */
  confirm: checkbox(),
};

/** 0 before anything was saved. */
function revision() {
  const whole = z.number().check(z.refine((value) => Number.isInteger(value), toMessage("form:number")));
  return z.pipe(number({ min: 0 }), whole);
}

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
export const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/** A host name alone, in lower case: no scheme, no port, no path, no IP. */
function domain() {
  return requiredText(toMessage("setup:domain.required"), { max: HOST_MAX_LENGTH }).check(
    z.overwrite((text) => text.toLowerCase()),
    z.regex(DOMAIN, toMessage("setup:domain.invalid")),
  );
}

export const domainForm = createFormSchema({
  ...setupFields,
  /** May be missing where the environment fixes them. */
  domain: optional(domain()),
  support_email: optional(email()),
  trust_proxy_hops: optional(number({ min: 0, max: 10 })),
});
