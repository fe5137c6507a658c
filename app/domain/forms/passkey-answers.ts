/**
 * A browser's answer about a passkey: an object as its `toJSON` gives it (WebAuthn §5.1.3.4), or that object as a text, which
 * is what a form can post.
 */
import * as z from "zod/mini";
import { toMessage } from "../messages";

/** How a browser reaches an authenticator. */
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** The credential's id in base64url: WebAuthn allows 1,023 bytes. */
const CREDENTIAL_ID_MAX_LENGTH = 1364;
/** In base64url. What browsers send is a tenth of it. */
const PART_MAX_LENGTH = 16_384;
/** Of the whole answer as a text. */
const ANSWER_MAX_LENGTH = 50_000;

function bytes(max = PART_MAX_LENGTH) {
  return z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));
}

const answer = {
  id: bytes(CREDENTIAL_ID_MAX_LENGTH),
  rawId: bytes(CREDENTIAL_ID_MAX_LENGTH),
  type: z.literal("public-key"),
};

const registrationShape = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    // A browser may know one that is not known here: it is left out.
    transports: z.optional(
      z.pipe(
        z.array(z.string().check(z.maxLength(50))).check(z.maxLength(20)),
        z.transform((given) => TRANSPORTS.filter((known) => given.includes(known))),
      ),
    ),
  }),
  clientExtensionResults: z.optional(
    z.object({ credProps: z.optional(z.object({ rk: z.optional(z.boolean()) })) }),
  ),
});
export type RegistrationResponse = z.output<typeof registrationShape>;

const assertionShape = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: z.optional(z.nullable(z.string().check(z.regex(/^[\w-]*$/), z.maxLength(PART_MAX_LENGTH)))),
  }),
});
export type AssertionResponse = z.output<typeof assertionShape>;

/** The part that both have. */
export interface PasskeyAnswer {
  id: string;
  response: { clientDataJSON: string };
}

/** The answer of `navigator.credentials.get()`. */
export const passkeyAssertion = objectOrText(assertionShape);

/** The answer of `navigator.credentials.create()`. */
export const passkeyRegistration = objectOrText(registrationShape);

/** One message for whatever is wrong: what is inside comes from the browser, and its user can correct nothing of it. */
function objectOrText<Shape extends z.ZodMiniType>(shape: Shape) {
  const invalid = toMessage("form:passkey");
  const given = z.union(
    [z.record(z.string(), z.unknown()), z.string().check(z.maxLength(ANSWER_MAX_LENGTH))],
    { error: invalid },
  );
  return z.pipe(
    given,
    z.transform((input, context): z.output<Shape> => {
      const parsed = z.safeParse(shape, typeof input === "string" ? parseJson(input) : input);
      if (parsed.success) return parsed.data;
      context.issues.push({ code: "custom", message: invalid, input });
      return z.NEVER;
    }),
  );
}

/** Undefined for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
