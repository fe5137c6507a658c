/** Which emails arrive in one mailbox. */

/** What limits count an email by: without its tag, because name+1@ and name+2@ arrive where name@ does. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf("@");
  const tag = email.indexOf("+");
  return tag > 0 && tag < at ? email.slice(0, tag) + email.slice(at) : email;
}
