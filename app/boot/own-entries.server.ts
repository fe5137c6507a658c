/**
 * What a founder adds in app/product/ joins the product's own lists by its name. A name that both have would take the other's
 * place without a word, so the start refuses it. docs/decisions/0091-what-a-founder-adds-is-in-one-folder.md
 */
import { ConfigError } from "../config/config.server";
import { PRODUCT_AUDIT_ACTIONS } from "../domain/audit-actions";
import { PRODUCT_SETTINGS } from "../domain/forms/profile";
import { PRODUCT_JOB_NAMES } from "../domain/jobs";
import { PRODUCT_KEY_SCOPES } from "../domain/key-scopes";
import { PRODUCT_PATHS } from "../domain/paths";
import { PRODUCT_MAIL_VALUES } from "../gateways/mail/mail-values";
import { PRODUCT_ACCOUNT_COLUMNS } from "../models/account.server";
import { PRODUCT_ENTITIES } from "../models/all-entities";
import type { AnyEntity } from "../models/store/entity";
import { toColumnName } from "../models/store/names";
import { PRODUCT_USER_COLUMNS } from "../models/user.server";
import { OWN_ENTITIES } from "../product/entities";
import { OWN_ACCOUNT_FIELDS, OWN_USER_FIELDS } from "../product/fields";
import { OWN_MAIL_VALUES } from "../product/mail-values";
import { OWN_AUDIT_ACTIONS, OWN_JOB_NAMES, OWN_KEY_SCOPES, OWN_PATHS } from "../product/names";
import { OWN_OPERATIONS } from "../product/operations.server";
import { PRODUCT_OPERATIONS } from "../services/operations.server";
import type { Operation } from "../services/platform/operation.server";

/** The entries of one kind: what the product has, what the founder has added, and the file of each list. */
interface Kind {
  what: string;
  product: readonly string[];
  productFile: string;
  own: readonly string[];
  ownFile: string;
}

const listTables = (entities: Record<string, AnyEntity>) => Object.values(entities).map(({ table }) => table);
const listCalls = (operations: readonly Operation[]) =>
  operations.map(({ method, path }) => `${method} ${path}`);
const listNames = (operations: readonly Operation[]) => operations.map(({ name }) => name);

const ENTITY_FILES = { productFile: "app/models/all-entities.ts", ownFile: "app/product/entities.ts" };
const OPERATION_FILES = {
  productFile: "app/services/operations.server.ts",
  ownFile: "app/product/operations.server.ts",
};
const MAIL_FILES = { productFile: "app/gateways/mail/mail-values.ts", ownFile: "app/product/mail-values.ts" };
const inNames = (productFile: string) => ({ productFile, ownFile: "app/product/names.ts" });

const KINDS: readonly Kind[] = [
  { what: "entity", product: Object.keys(PRODUCT_ENTITIES), own: Object.keys(OWN_ENTITIES), ...ENTITY_FILES },
  { what: "table", product: listTables(PRODUCT_ENTITIES), own: listTables(OWN_ENTITIES), ...ENTITY_FILES },
  {
    what: "operation",
    product: listNames(PRODUCT_OPERATIONS),
    own: listNames(OWN_OPERATIONS),
    ...OPERATION_FILES,
  },
  {
    what: "call",
    product: listCalls(PRODUCT_OPERATIONS),
    own: listCalls(OWN_OPERATIONS),
    ...OPERATION_FILES,
  },
  {
    what: "mail",
    product: Object.keys(PRODUCT_MAIL_VALUES),
    own: Object.keys(OWN_MAIL_VALUES),
    ...MAIL_FILES,
  },
  ...[Object.keys, Object.values<string>].map((list) => ({
    what: "path",
    product: list(PRODUCT_PATHS),
    own: list(OWN_PATHS),
    ...inNames("app/domain/paths.ts"),
  })),
  {
    what: "action of the activity",
    product: PRODUCT_AUDIT_ACTIONS,
    own: OWN_AUDIT_ACTIONS,
    ...inNames("app/domain/audit-actions.ts"),
  },
  {
    what: "scope of API keys",
    product: Object.keys(PRODUCT_KEY_SCOPES),
    own: Object.keys(OWN_KEY_SCOPES),
    ...inNames("app/domain/key-scopes.ts"),
  },
  {
    what: "field of users",
    product: [...Object.keys(PRODUCT_SETTINGS), ...Object.keys(PRODUCT_USER_COLUMNS).map(toColumnName)],
    productFile: "app/models/user.server.ts",
    own: Object.keys(OWN_USER_FIELDS),
    ownFile: "app/product/fields.ts",
  },
  {
    what: "field of accounts",
    product: Object.keys(PRODUCT_ACCOUNT_COLUMNS).map(toColumnName),
    productFile: "app/models/account.server.ts",
    own: Object.keys(OWN_ACCOUNT_FIELDS),
    ownFile: "app/product/fields.ts",
  },
  { what: "job", product: PRODUCT_JOB_NAMES, own: OWN_JOB_NAMES, ...inNames("app/domain/jobs.ts") },
];

/** Throws ConfigError for the first name that both have. */
export function requireNoClash(): void {
  const [clash] = findClashes();
  if (clash !== undefined) throw new ConfigError(clash);
}

/** A sentence for each name that the product and the founder have given, or the founder twice. */
export function findClashes(kinds: readonly Kind[] = KINDS): string[] {
  return kinds.flatMap(({ what, product, productFile, own, ownFile }) =>
    own.flatMap((name, place) => {
      if (product.includes(name))
        return `The ${what} ${name} is in ${productFile} and in ${ownFile}. Rename the one in ${ownFile}.`;
      return own.indexOf(name) === place ? [] : `The ${what} ${name} is in ${ownFile} twice.`;
    }),
  );
}
