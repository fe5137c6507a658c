/** The input of creating, changing, rotating and deleting API keys. */
import * as z from "zod/mini";
import { KEY_NAME_MAX_LENGTH, KEY_OVERLAP_HOURS, KEYS_MAX } from "~/domain/api-keys";
import { KEY_SCOPES } from "../key-scopes";
import { ID_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { flag, selectNumber, selectSome } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import { createFormSchema, optional, requiredText } from "./rules";

/** Entries of the list of allowed IPs: offices, servers, and some to spare. */
const KEY_IPS_MAX = 20;
/** Characters of an IPv6 network in its longest spelling. */
const KEY_IP_MAX_LENGTH = 43;

const name = () => requiredText(toMessage("keys:form.name_required"), { max: KEY_NAME_MAX_LENGTH });
const scope = () => selectSome(KEY_SCOPES, toMessage("keys:form.scope_required"));
const keyId = () => requiredText(toMessage("errors:not_found"), { max: ID_LENGTH });

const INVALID_DATE = toMessage("keys:form.expires_invalid");
const isoDate = z.iso.date();
const isoTime = z.iso.datetime({ offset: true });

/**
 * The last day of a key, or the exact time: ISO 8601. "" and null are a key that does not expire. A day includes all of
 * it, in UTC.
 */
function expiry() {
  const given = z.nullable(z.string({ error: INVALID_DATE }).check(z.trim()));
  const read = z.transform((text: string | null, context): Date | null => {
    if (text === null || text === "") return null;
    if (isoDate.safeParse(text).success) return new Date(`${text}T23:59:59.999Z`);
    if (isoTime.safeParse(text).success) return new Date(text);
    context.issues.push({ code: "custom", input: text, message: INVALID_DATE });
    return z.NEVER;
  });
  return z.pipe(given, read);
}

const RANGES = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

/** IPs and networks as a list, or as one text with commas, spaces or line breaks between them. None: every IP. */
function ipRanges() {
  const invalid = toMessage("keys:form.ips_invalid");
  const tooMany = toMessage("keys:form.ips_maximum", { max: KEY_IPS_MAX });
  const written = z.string({ error: invalid });
  const listed = z.array(z.string({ error: invalid }), { error: invalid });
  const read = z.transform((given: string | string[], context): string[] => {
    const parts = [given].flat().flatMap((text) => text.split(/[\s,;]+/));
    const ranges = [...new Set(parts.filter(Boolean).map((part) => part.toLowerCase()))];
    const wrong = ranges.find((range) => !isIpRange(range));
    if (wrong !== undefined) {
      const message = toMessage("keys:form.ips_wrong", { ip: wrong.slice(0, KEY_IP_MAX_LENGTH) });
      context.issues.push({ code: "custom", input: given, message });
    } else if (ranges.length > KEY_IPS_MAX) {
      context.issues.push({ code: "custom", input: given, message: tooMany });
    }
    return ranges;
  });
  return z.pipe(z.union([written, listed], { error: invalid }), read);
}

function isIpRange(text: string): boolean {
  return text.length <= KEY_IP_MAX_LENGTH && RANGES.some((range) => range.safeParse(text).success);
}

export const keyForm = createFormSchema({
  name: name(),
  scope: scope(),
  expires_at: optional(expiry()),
  allowed_ips: optional(ipRanges()),
  ...reauthenticationFields(),
});

/** A change of some of a key's settings, or its revocation with `active: false`. */
export const keyChangeForm = createFormSchema({
  id: keyId(),
  name: optional(name()),
  scope: optional(scope()),
  expires_at: optional(expiry()),
  allowed_ips: optional(ipRanges()),
  active: optional(flag()),
  ...reauthenticationFields(),
});

export const keyRotationForm = createFormSchema({
  id: keyId(),
  overlap_hours: optional(selectNumber(KEY_OVERLAP_HOURS)),
  ...reauthenticationFields(),
});

export const keyIdForm = createFormSchema({ id: keyId() });

/** One id, or a list of them. */
export const deleteKeysForm = createFormSchema({ ids: keyIds() });

function keyIds() {
  const required = toMessage("keys:form.ids_required");
  const one = requiredText(required, { max: ID_LENGTH });
  const several = z
    .array(one, { error: required })
    .check(z.minLength(1, required), z.maxLength(KEYS_MAX, required));
  return z.pipe(
    z.union([several, one], { error: required }),
    z.transform((given) => [...new Set([given].flat())]),
  );
}
