/** Operations that a master may perform while acting as a user. Each has a sentence under activity:operation. */

export const ACTED_OPERATIONS = [
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
export type ActedOperation = (typeof ACTED_OPERATIONS)[number];

export function isActedOperation(name: string | null): name is ActedOperation {
  return ACTED_OPERATIONS.some((known) => known === name);
}
