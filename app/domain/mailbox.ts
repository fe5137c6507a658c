/** Recognizes emails that arrive in the same mailbox. */

/**
 * Returns the email that rate limits count by: without its tag, because name+1@ and name+2@ arrive in name@'s
 * mailbox.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf("@");
  const tag = email.indexOf("+");
  return tag > 0 && tag < at ? email.slice(0, tag) + email.slice(at) : email;
}
