/** Every kind of fault. */
import type { Kind } from "./kind";
import { DATABASE_KINDS } from "./kinds/database";
import { HOST_KINDS } from "./kinds/host";
import { MAIL_KINDS } from "./kinds/mail";
import { PAYMENT_KINDS } from "./kinds/payments";
import { PROCESS_KINDS } from "./kinds/process";
import { REDIS_KINDS } from "./kinds/redis";
import { SIGN_IN_KINDS } from "./kinds/sign-in";
import { UPGRADE_KINDS } from "./kinds/upgrade";

export const KINDS: readonly Kind[] = [
  ...PROCESS_KINDS,
  ...DATABASE_KINDS,
  ...REDIS_KINDS,
  ...PAYMENT_KINDS,
  ...MAIL_KINDS,
  ...SIGN_IN_KINDS,
  ...HOST_KINDS,
  ...UPGRADE_KINDS,
];
