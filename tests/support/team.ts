/** Accounts with members, created through the product: an owner, and users who join by the link in their mail. */
import { PASSWORD, createApiClient, createVerifiedUser, type Call } from "./clients";
import { linkIn, readSubject, waitFor, type Product } from "./product";

export interface TeamMember {
  call: Call;
  token: string;
  id: string;
  email: string;
}

/** The parameters of an invitation's link. */
export interface InviteLink {
  id: string;
  email: string;
}

const INVITATION = /^(Join |You have been invited|.* invited you to )/;

/** Creates the owner of an account whose plan has room for a team. */
export async function makeOwner(product: Product, email: string, name?: string): Promise<TeamMember> {
  const { call, token } = await createVerifiedUser(product, email, name);
  const answer = await call("POST", "/api/account/plan", { plan: "scale", token: "tok_visa" });
  if (answer.status !== 200) throw new Error(`the plan answered ${answer.status}: ${answer.message}`);
  return { call, token, id: await getUserId(call), email };
}

/** Invites an email, and reads the link from its mail. */
export async function invite(
  product: Product,
  call: Call,
  { email, permission = "user" }: { email: string; permission?: string },
): Promise<InviteLink> {
  const before = listInvites(product, email).length;
  const answer = await call("POST", "/api/invite", { email, permission });
  if (answer.status !== 200) throw new Error(`inviting answered ${answer.status}: ${answer.message}`);
  return getNewestInvite(product, email, before);
}

/** The link of the newest invitation to an email that had `before` of them. */
export async function getNewestInvite(product: Product, email: string, before = 0): Promise<InviteLink> {
  await waitFor(() => listInvites(product, email).length > before, `an invitation to ${email}`);
  const link = linkIn(await product.mailTo(email, INVITATION), "/signup/user");
  return { id: link.searchParams.get("id") ?? "", email: link.searchParams.get("email") ?? "" };
}

/** The mails with an invitation to this email. */
export function listInvites(product: Product, email: string): string[] {
  return product.mailsTo(email).filter((mail) => INVITATION.test(readSubject(mail)));
}

/** The input with which a new user joins. */
export function createJoinInput(link: InviteLink, name = "Ada Lovelace") {
  return { name, email: link.email, password: PASSWORD, confirm_password: PASSWORD, invite_id: link.id };
}

/** Creates a user who was invited to the account of `call` and has joined it. */
export async function join(
  product: Product,
  call: Call,
  { email, permission, name }: { email: string; permission?: string; name?: string },
): Promise<TeamMember> {
  const link = await invite(product, call, { email, ...(permission && { permission }) });
  const answer = await createApiClient(product)("POST", "/api/user", createJoinInput(link, name));
  if (answer.status !== 200) throw new Error(`joining answered ${answer.status}: ${answer.message}`);
  const token = String(answer.data.token);
  const own = createApiClient(product, token);
  return { call: own, token, id: await getUserId(own), email };
}

async function getUserId(call: Call): Promise<string> {
  return String((await call("GET", "/api/user")).data.id);
}

/** The field of the emails to invite, marked as wrong, with what was sent. */
export const createRefusedEmailsPattern = (sent: string) =>
  new RegExp(`<textarea(?=[^>]* name="email")(?=[^>]* aria-invalid="true")[^>]*>${sent}</textarea>`);
