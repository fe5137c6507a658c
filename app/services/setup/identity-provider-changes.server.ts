/** What the form of the step Authentication changes in the settings, by the names of their variables. */
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import { readOpenIdProviders } from "~/config/identity-providers.server";
import { ConfigError } from "~/config/keys.server";
import { AppError } from "~/domain/errors";
import type { OpenIdField } from "~/domain/forms/setup-authentication";
import type { KeyedMessage } from "~/domain/messages";
import {
  IDENTITY_PROVIDER_ID,
  isKnownIdentityProvider,
  KNOWN_IDENTITY_PROVIDER_IDS,
  type KnownIdentityProvider,
} from "~/domain/identity-providers";
import { listKeySettings, toKeyField, type KeyField } from "~/domain/identity-provider-settings";

export type ProviderFields = Partial<Record<KeyField | OpenIdField, string | undefined>>;

/** Null removes a saved setting. */
export type SettingChanges = Record<string, string | null>;

type Given = Readonly<Record<string, string | undefined>>;

/** Throws invalid, naming the field, for a part of a provider's keys. */
export function toProviderChanges(fields: ProviderFields): SettingChanges {
  const given = readGivenSettings();
  const known = KNOWN_IDENTITY_PROVIDER_IDS.map((id) => toKnownChanges(id, fields, given));
  return Object.assign({}, ...known, toOpenIdChanges(fields, given)) as SettingChanges;
}

/** The names of the settings in the form, with their fields, for messages about them. */
export function listProviderFields(fields: ProviderFields): Record<string, string> {
  const known = KNOWN_IDENTITY_PROVIDER_IDS.flatMap((id) =>
    listKeySettings(id).map((setting) => [toVariable(id, setting), toKeyField(id, setting)] as const),
  );
  const name = (fields.oidc_name ?? "").toUpperCase();
  const openId = OPENID_PARTS.map((part) => [`OIDC_${name}_${part.toUpperCase()}`, `oidc_${part}`] as const);
  return Object.fromEntries([...known, ...openId].filter(([, field]) => Object.hasOwn(fields, field)));
}

function toVariable(id: KnownIdentityProvider, setting: string): string {
  return `${id.toUpperCase()}_${setting}`;
}

function toKnownChanges(id: KnownIdentityProvider, fields: ProviderFields, given: Given): SettingChanges {
  const parts = listKeySettings(id).map((setting) => ({
    name: toVariable(id, setting),
    field: toKeyField(id, setting),
    isOptional: setting === "TENANT",
  }));
  const [secret] = parts.slice(-1);
  const ids = parts.slice(0, -1);
  const [first] = ids;
  if (!secret || !first) return {};
  const read = ({ field, name }: (typeof parts)[number]) => fields[field] ?? given[name] ?? "";
  const required = ids.filter(({ isOptional }) => !isOptional);
  const typedSecret = fields[secret.field] ?? "";
  if (required.every((part) => read(part) === "") && typedSecret === "")
    return fields[first.field] === undefined ? {} : Object.fromEntries(parts.map(({ name }) => [name, null]));
  const missing = required.find((part) => read(part) === "");
  if (missing) throw createError("setup:auth.id_required", missing.field);
  if (typedSecret === "" && needsSecret(secret.name, first.name, { read: read(first), given }))
    throw createError("setup:auth.secret_required", secret.field);
  const typed = ids.filter(({ field }) => fields[field] !== undefined || typedSecret !== "");
  return {
    ...Object.fromEntries(typed.map((part) => [part.name, read(part) || null])),
    ...(typedSecret !== "" && { [secret.name]: typedSecret }),
  };
}

/** A new id has a new secret; the environment's cannot be changed here. */
function needsSecret(secret: string, id: string, { read, given }: { read: string; given: Given }): boolean {
  if (given[secret] === undefined) return true;
  return read !== given[id] && listSettingSources().get(secret) !== "environment";
}

const OPENID_PARTS = ["issuer", "label", "client_id", "client_secret"] as const;

function toOpenIdChanges(fields: ProviderFields, given: Given): SettingChanges {
  const id = (fields.oidc_name ?? "").toLowerCase();
  if (id === "") {
    const [typed] = OPENID_PARTS.filter((part) => fields[`oidc_${part}`]);
    if (typed !== undefined) throw createError("setup:auth.name_required", "oidc_name");
    return {};
  }
  if (!IDENTITY_PROVIDER_ID.test(id)) throw createError("setup:auth.name_invalid", "oidc_name");
  if (isKnownIdentityProvider(id)) throw createError("setup:auth.name_taken", "oidc_name");
  const toName = (part: string) => `OIDC_${id.toUpperCase()}_${part.toUpperCase()}`;
  if (!fields.oidc_issuer) return Object.fromEntries(OPENID_PARTS.map((part) => [toName(part), null]));
  const read = (part: (typeof OPENID_PARTS)[number]) => {
    const typed = fields[`oidc_${part}`] ?? "";
    return typed === "" ? (given[toName(part)] ?? null) : typed;
  };
  if (read("client_id") === null) throw createError("setup:auth.id_required", "oidc_client_id");
  if (read("client_secret") === null) throw createError("setup:auth.secret_required", "oidc_client_secret");
  const changes = Object.fromEntries(OPENID_PARTS.map((part) => [toName(part), read(part)]));
  requireOpenId({ ...given, ...changes });
  return changes;
}

function requireOpenId(settings: Readonly<Record<string, string | null | undefined>>): void {
  const values = Object.entries(settings).filter(([, value]) => value !== null) as [
    string,
    string | undefined,
  ][];
  try {
    readOpenIdProviders(Object.fromEntries(values));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw createError("setup:auth.issuer_invalid", "oidc_issuer");
  }
}

function createError(message: KeyedMessage, inputError: string): AppError {
  return new AppError("invalid", message, { inputError });
}
