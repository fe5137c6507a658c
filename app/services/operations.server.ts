/** Every operation of the product: the documentation, the permission matrix and the route test read this list. */
import { createSubscription, getSubscription, listPlans } from "./billing.server";
import { getDemo } from "./demo.server";
import type { Operation } from "./operation.server";
import { checkAuth, signIn, signOut } from "./sign-in.server";
import { createAccount } from "./sign-up.server";
import { writeToSupport } from "./support.server";
import { switchAccount } from "./switch-account.server";
import { getPermissions, getUser, updateUser } from "./user.server";
import { requestVerification, verifyAddress } from "./verification.server";

export const OPERATIONS: readonly Operation[] = [
  checkAuth,
  signIn,
  signOut,
  switchAccount,
  createAccount,
  getUser,
  updateUser,
  verifyAddress,
  requestVerification,
  getPermissions,
  listPlans,
  createSubscription,
  getSubscription,
  writeToSupport,
  getDemo,
];
