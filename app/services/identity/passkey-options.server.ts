/**
 * What browsers need for passkeys, as the API describes it: the JSON of WebAuthn's dictionaries (Level 3, §5.4 and §5.5). And
 * the options for confirming a change.
 */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { createAssertionOptions } from "~/gateways/passkeys/passkeys";
import { listPasskeys } from "~/models/passkey.server";
import { defineOperation, requireSession } from "../platform/operation.server";
import { createChallenge, getPasskeySite } from "./passkey-challenges.server";

const credentialShape = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

export const creationOptionsShape = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  /** In milliseconds. */
  timeout: z.number(),
  excludeCredentials: z.array(credentialShape),
  authenticatorSelection: z.object({
    residentKey: z.enum(["required", "discouraged"]),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(["required", "discouraged"]),
  }),
  attestation: z.literal("none"),
  extensions: z.object({ credProps: z.boolean() }),
});

export const requestOptionsShape = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** In milliseconds. */
  timeout: z.number(),
  /** Empty: the user chooses among all that their authenticators have for this site. */
  allowCredentials: z.array(credentialShape),
  userVerification: z.enum(["required", "discouraged"]),
});

export const getConfirmationOptions = defineOperation({
  name: "getConfirmationOptions",
  method: "POST",
  path: "/api/user/passkeys/confirmation",
  summary:
    "Get what a browser needs to confirm a change with a passkey: its answer goes along with the change, as passkey, in " +
    "place of the password.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: z.object({}),
  output: requestOptionsShape,
  async run(_input, context) {
    const { app } = context;
    const { user, session } = requireSession(context);
    const site = getPasskeySite(app);
    const own = await listPasskeys(app.store, { userId: user.id });
    const allowed = own.filter(({ rpId }) => rpId === site.rpId);
    if (allowed.length === 0) throw new AppError("conflict", "errors:no_passkey");
    const challenge = createChallenge(app.secrets, { purpose: "confirmation", sessionId: session.id });
    return { data: createAssertionOptions({ site, challenge, allowed, isVerificationRequired: false }) };
  },
});
