/**
 * All migrations in order. They are imported, not read from the folder, so that the production build includes them.
 */
import type { Migration } from "~/models/store/schema";
import { accountsAndPeople } from "./0001-accounts-and-people";
import { sessionsAndTokens } from "./0002-sessions-and-tokens";
import { billing } from "./0003-billing";
import { outbox } from "./0004-outbox";
import { waysIn } from "./0005-ways-in";
import { records } from "./0006-records";
import { membersSearched } from "./0007-members-searched";
import { indexes } from "./0008-indexes";
import { retention } from "./0009-retention";
import { reauthenticationAndDevices } from "./0010-reauthentication-and-devices";

export const MIGRATIONS: readonly Migration[] = [
  accountsAndPeople,
  sessionsAndTokens,
  billing,
  outbox,
  waysIn,
  records,
  membersSearched,
  indexes,
  retention,
  reauthenticationAndDevices,
];
