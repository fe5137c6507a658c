/** The forms of setup. Each step's form has the fields of `setupFields` besides its own. */
import * as z from "zod/mini";
import { toMessage } from "../messages";
import { DATABASE_CLIENTS, isDatabaseServer, HOST_MAX_LENGTH } from "../setup";
import { checkbox, select } from "./choices";
import {
  clearableChoice,
  createFormSchema,
  email,
  isEmptyInput,
  number,
  optional,
  optionalText,
  requiredText,
} from "./rules";

/** The fields in the form of every step: which state it was made from, and what is to be done with it. */
export const setupFields = {
  /** From the step's view: the second of two forms is refused. Without it, what is saved is not compared. */
  revision: optional(revision()),
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

/** A name or an IP: no URL, no path of a socket, no user. */
const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\]|[0-9a-f.]*:[0-9a-f:.]*:[0-9a-f:.]*)$/i;
const DATABASE_NAME = /^[\w$-]+$/;
/** In the data folder. The ending keeps it apart from the product's other files. */
const DATABASE_FILE = /^\w[\w-]*\.(?:db|sqlite|sqlite3)$/;

const databaseFields = z.object(
  {
    ...setupFields,
    client: select(DATABASE_CLIENTS),
    host: z._default(clearableChoice(HOST, toMessage("setup:database.host_invalid")), ""),
    port: optional(port()),
    user: optionalText(),
    password: optionalText(),
    name: z._default(clearableChoice(DATABASE_NAME, toMessage("setup:database.name_invalid")), ""),
    filename: z._default(clearableChoice(DATABASE_FILE, toMessage("setup:database.filename_invalid")), ""),
  },
  { error: toMessage("form:invalid") },
);

/** A server needs all fields but the password, MongoDB no port, and SQLite its file alone. */
export const databaseForm = databaseFields.check(
  ...(["host", "user", "name"] as const).map((field) =>
    requireWhen(field, ({ client }) => isDatabaseServer(client)),
  ),
  requireWhen("port", ({ client }) => isDatabaseServer(client) && client !== "mongo"),
  requireWhen("filename", ({ client }) => client === "sqlite3"),
);

export type DatabaseInput = z.output<typeof databaseFields>;

function requireWhen(field: keyof DatabaseInput, isNeeded: (input: DatabaseInput) => boolean) {
  const error = toMessage("form:required");
  return z.refine<DatabaseInput>((input) => !isNeeded(input) || !isEmptyInput(input[field]), {
    error,
    path: [field],
  });
}

/** An empty field counts as missing, because a browser sends the fields that another database needs as well. */
function port() {
  const whole = z.refine<number>((value) => Number.isInteger(value), toMessage("form:number"));
  const given = z.pipe(number({ min: 1, max: 65_535 }), z.number().check(whole));
  return z.union(
    [
      z.pipe(
        z.literal(""),
        z.transform(() => undefined),
      ),
      given,
    ],
    {
      error: toMessage("form:between", { min: 1, max: 65_535 }),
    },
  );
}

export const domainForm = createFormSchema({
  ...setupFields,
  /** May be missing where the environment fixes them. */
  domain: optional(domain()),
  support_email: optional(email(toMessage("form:email"), toMessage("setup:domain.email_required"))),
  trust_proxy_hops: optional(number({ min: 0, max: 10 })),
});
