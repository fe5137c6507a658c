/** Accounts with members, made through the product: an owner, and people who join by the link in their mail. */
import { PASSWORD, program, verified, type Call } from "./caller";
import { linkIn, waitFor, type Product } from "./product";

export interface TeamMember {
  call: Call;
  token: string;
  id: string;
  email: string;
}

/** What the link of an invitation carries. */
export interface InviteLink {
  id: string;
  email: string;
}

const INVITATION = /^(Join |You have been invited)/;

/** The owner of an account on a plan with room for a team. */
export async function makeOwner(product: Product, email: string, name?: string): Promise<TeamMember> {
  const { call, token } = await verified(product, email, name);
  const answer = await call("POST", "/api/account/plan", { plan: "scale", token: "tok_visa" });
  if (answer.status !== 200) throw new Error(`the plan answered ${answer.status}: ${answer.message}`);
  return { call, token, id: await idOf(call), email };
}

/** Invites an address, and reads the link out of the mail that comes of it. */
export async function invite(
  product: Product,
  call: Call,
  { email, permission = "user" }: { email: string; permission?: string },
): Promise<InviteLink> {
  const before = invitesTo(product, email).length;
  const answer = await call("POST", "/api/invite", { email, permission });
  if (answer.status !== 200) throw new Error(`inviting answered ${answer.status}: ${answer.message}`);
  return newInviteTo(product, email, before);
}

/** The link of the newest invitation to an address that had `before` of them. */
export async function newInviteTo(product: Product, email: string, before = 0): Promise<InviteLink> {
  await waitFor(() => invitesTo(product, email).length > before, `an invitation to ${email}`);
  const link = linkIn(await product.mailTo(email, INVITATION), "/signup/user");
  return { id: link.searchParams.get("id") ?? "", email: link.searchParams.get("email") ?? "" };
}

/** The mails with an invitation that went to this address. */
export function invitesTo(product: Product, email: string): string[] {
  return product.mailsTo(email).filter((mail) => INVITATION.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? ""));
}

/** What somebody new sends to join. */
export function joining(link: InviteLink, name = "Ada Lovelace") {
  return { name, email: link.email, password: PASSWORD, confirm_password: PASSWORD, invite_id: link.id };
}

/** Somebody new who was invited to the account of `call` and has joined it. */
export async function join(
  product: Product,
  call: Call,
  { email, permission, name }: { email: string; permission?: string; name?: string },
): Promise<TeamMember> {
  const link = await invite(product, call, { email, ...(permission && { permission }) });
  const answer = await program(product)("POST", "/api/user", joining(link, name));
  if (answer.status !== 200) throw new Error(`joining answered ${answer.status}: ${answer.message}`);
  const token = String(answer.data.token);
  const own = program(product, token);
  return { call: own, token, id: await idOf(own), email };
}

async function idOf(call: Call): Promise<string> {
  return String((await call("GET", "/api/user")).data.id);
}
