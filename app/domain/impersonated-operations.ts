/** Operations that a master may perform while acting as a user. Each has a sentence under activity:operation. */

export const IMPERSONATED_OPERATIONS = [
  "createAccount",
  "createUser",
  "endImpersonation",
  "removeAvatar",
  "renameAccount",
  "requestMagicLink",
  "requestPasswordReset",
  "resendInvite",
  "resetPassword",
  "revokeInvite",
  "signIn",
  "signInByMagicLink",
  "signInWithCode",
  "signOut",
  "skipOnboarding",
  "updateUser",
] as const;
export type ImpersonatedOperation = (typeof IMPERSONATED_OPERATIONS)[number];

export function isImpersonatedOperation(name: string | null): name is ImpersonatedOperation {
  return IMPERSONATED_OPERATIONS.some((known) => known === name);
}
