/** The billing pages in a browser without JavaScript: everything works that needs no new card. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, type Browser, type Call } from "../support/clients";
import { insertVerifiedUser } from "../support/inserted-users";
import { addMembers } from "../support/members";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

async function openBilling(
  email: string,
  plan: string,
  token = "tok_visa",
): Promise<{ visitor: Browser; call: Call }> {
  const { call } = await insertVerifiedUser(email, "Ada Lovelace");
  const answer = await call("POST", "/api/account/plan", {
    plan,
    ...(plan !== "free" && { token }),
  });
  expect(answer.status).toBe(200);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD });
  return { visitor, call };
}

describe("/account/billing", () => {
  test("on the free plan there is only the plan, whatever the tab in the URL", async () => {
    const { visitor } = await openBilling("free@billing-pages.example.com", "free");
    const { html } = await visitor.get("/account/billing?tab=card");
    expect(html).toContain("Free of charge");
    expect(html).not.toContain('href="/account/billing?tab=card"');
    expect(html).not.toContain('href="/account/billing?tab=invoices"');
  });

  test("the subscription is canceled and resumed", async () => {
    const { visitor, call } = await openBilling("cancels@billing-pages.example.com", "pro");
    const canceled = await visitor.post("/account/billing", { intent: "cancel", plan: "free" });
    expect(canceled.location).toBe("/account/billing");
    const { html } = await visitor.get("/account/billing");
    expect(html).toContain("Your Pro plan ends on");
    expect((await call("GET", "/api/account/subscription")).data).toMatchObject({
      object: { cancel_at_period_end: true },
    });
    await visitor.post("/account/billing", { intent: "resume", plan: "pro" });
    expect((await visitor.get("/account/billing")).html).not.toContain("Your Pro plan ends on");
  });

  test("with more members than the free plan allows, cancelling is offered and says what follows, and a smaller paid plan says whom to remove first", async () => {
    const { visitor, call } = await openBilling("crowd@billing-pages.example.com", "team");
    const owner = await store.findOne(userEntity, { email: "crowd@billing-pages.example.com" });
    const membership = await store.findOne(membershipEntity, { userId: owner?.id ?? "" });
    await addMembers(store, {
      accountId: membership?.accountId ?? "",
      like: owner?.id ?? "",
      count: 5,
    });
    const { html } = await visitor.get("/account/billing");
    expect(html).toContain("Free allows 2 members, and");
    expect(html).toContain("has 6: until 4 of them are removed, no one can use it from that day on.");
    expect(html).toContain('value="cancel"');
    const upgrade = (await visitor.get("/account/upgrade?plan=pro")).html;
    expect(upgrade).toContain("Pro allows 5 members: remove 1 member first");
    expect(upgrade).not.toContain("Pay $");
    const smaller = { status: 400, message: "Pro allows 5 members: remove 1 member first" };
    expect(await call("PATCH", "/api/account/plan", { plan: "pro" })).toMatchObject(smaller);
    expect((await call("PATCH", "/api/account/plan", { plan: "free" })).status).toBe(200);
  });

  test("the card tab shows the card, masked, and keeps the billing details", async () => {
    const { visitor } = await openBilling("card@billing-pages.example.com", "pro");
    const { html } = await visitor.get("/account/billing?tab=card");
    expect(html).toContain("4242");
    expect(html).toContain("•••");
    expect(html).toContain("turn on JavaScript");
    // The account has no name of its own, so the provider has its owner's.
    expect(html).not.toContain('value="Ada Lovelace"');
    const fields = {
      company: "Acme Inc",
      line1: "1 Main St",
      city: "Madrid",
      postal_code: "28001",
      country: "ES",
    };
    const saved = await visitor.post("/account/billing?tab=card", { intent: "change-details", ...fields });
    // No redirect, so that a browser with scripts keeps the card that is being entered.
    expect([saved.status, saved.location]).toEqual([200, null]);
    expect(saved.html).toContain("Billing details saved.");
    const after = await visitor.get("/account/billing?tab=card");
    expect(after.html).toContain('value="Acme Inc"');
    const abroad = { intent: "change-details", ...fields, country: "XX" };
    const unknown = await visitor.post("/account/billing?tab=card", abroad);
    expect([unknown.status, unknown.html.includes("Please choose a country")]).toEqual([400, true]);
    const refused = await visitor.post("/account/billing?tab=card", {
      intent: "change-details",
      ...fields,
      billing_email: "nobody",
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Please enter a valid email address");
  });

  test("an invoice over nothing, as a trial begins with, is listed on its tab and not among the recent ones", async () => {
    const { visitor } = await openBilling("nothing@billing-pages.example.com", "team", "tok_mastercard");
    expect((await visitor.get("/account/billing?tab=invoices")).html).toContain("$0.00");
    expect((await visitor.get("/account/billing")).html).not.toContain("Recent invoices");
  });

  test("the invoices tab lists the invoice with its PDF file, and ?preview=1 shows the next one", async () => {
    const { visitor } = await openBilling("invoices@billing-pages.example.com", "pro");
    const { html } = await visitor.get("/account/billing?tab=invoices");
    expect(html).toContain("$24.00");
    expect(html).toContain("Download invoice");
    expect((await visitor.get("/account/billing?preview=1")).html).toContain("Next invoice");
  });
});

describe("/account/upgrade", () => {
  test("the plan is changed with the card on file, and the dashboard follows at once", async () => {
    const { visitor, call } = await openBilling("upgrades@billing-pages.example.com", "pro");
    const { html } = await visitor.get("/account/upgrade?plan=scale");
    expect(html).toContain("Visa ending in 4242");
    expect(html).not.toContain('value="free"');
    const answer = await visitor.post("/account/upgrade", { plan: "scale" });
    expect(answer.location).toBe("/dashboard");
    expect((await visitor.get("/dashboard")).html).toContain("You are on the Scale plan.");
    expect((await call("GET", "/api/auth")).data.plan).toBe("scale");
  });

  test("an unknown promotion code is named at its field, before and when the form is sent", async () => {
    const { visitor } = await openBilling("code@billing-pages.example.com", "pro");
    const shown = await visitor.get("/account/upgrade?plan=scale&promotion_code=NOPE");
    // The apostrophe is escaped in HTML.
    expect(shown.html).toMatch(/This promotion code isn(?:'|&#x27;)t valid/);
    const sent = await visitor.post("/account/upgrade", { plan: "scale", promotion_code: "NOPE" });
    expect(sent.status).toBe(400);
    expect(sent.html).toMatch(/This promotion code isn(?:'|&#x27;)t valid/);
  });
});

describe("/account/upgrade", () => {
  /** By a change: a card can have one free trial only. */
  async function openOn(plan: string, email: string) {
    const opened = await openBilling(email, "pro");
    if (plan !== "pro") expect((await opened.call("PATCH", "/api/account/plan", { plan })).status).toBe(200);
    return opened;
  }
  const findChecked = (html: string) =>
    /<input type="radio" name="plan"[^>]*checked=""[^>]*value="([^"]+)"/.exec(html)?.[1] ?? null;

  test.each([
    ["pro", "team"],
    ["pro-yearly", "team-yearly"],
    ["team", "scale"],
    ["scale", "nothing"],
  ])("/account/upgrade on %s preselects %s, and no plan below the present one", async (plan, preselected) => {
    const { visitor } = await openOn(plan, `next-to-${plan}@billing-pages.example.com`);
    const { html } = await visitor.get("/account/upgrade");
    expect(findChecked(html) ?? "nothing").toBe(preselected);
    expect(html.includes("Choose a plan to see what it costs.")).toBe(preselected === "nothing");
  });

  test("the plan in the URL is preselected, with what it takes away where it is below", async () => {
    const { visitor } = await openOn("team", "below@billing-pages.example.com");
    const { html } = await visitor.get("/account/upgrade?plan=pro");
    expect(findChecked(html)).toBe("pro");
    expect(html).toContain("Pro includes less than Team");
    expect(html).toContain("Members: 5 (now unlimited)");
    expect(html).toContain("API calls per month: 50,000 (now 500,000)");
    expect((await visitor.get("/account/upgrade?plan=scale")).html).not.toContain("includes less than");
  });

  test("without scripts a change to a plan below is asked about first, and made when it is sent again", async () => {
    const { visitor, call } = await openOn("team", "asks@billing-pages.example.com");
    const readPlan = async () => (await call("GET", "/api/auth")).data.plan;
    const asked = await visitor.post("/account/upgrade", { plan: "pro" });
    expect(asked.status).toBe(400);
    expect(asked.html).toContain("tick the box to change all the same.");
    expect(asked.html).toMatch(/name="accept_loss" aria-invalid="true"/);
    expect(asked.html).toContain("API keys: 10 (now 50)");
    expect(await readPlan()).toBe("team");
    // Another plan was on the page than the one that is chosen now.
    const form = { plan: "pro", accept_loss: "on" };
    expect((await visitor.post("/account/upgrade", { ...form, loss_of: "pro-yearly" })).status).toBe(400);
    expect(asked.html).toContain('<input type="hidden" name="loss_of" value="pro"');
    const changed = await visitor.post("/account/upgrade", { ...form, loss_of: "pro" });
    expect(changed.location).toBe("/dashboard");
    expect(await readPlan()).toBe("pro");
  });

  test("a price for each member says so at the price, in both languages", async () => {
    const { visitor } = await openBilling("members@billing-pages.example.com", "pro");
    const text = async () =>
      (await visitor.get("/account/upgrade?plan=team")).html
        .replaceAll("<!-- -->", "")
        .replace(/<[^>]+>/g, "");
    expect(await text()).toContain("$12 per member / month");
    expect(await text()).toContain("Team ($12/month)");
    expect(await text()).toContain("Monthly only");
    await visitor.post("/preferences", { locale: "es", return_to: "/account/upgrade" });
    expect(await text()).toContain("$12 por miembro / mes");
    expect(await text()).toContain("Solo mensual");
  });
});
