// The lines of a preview in each language, with the real sandbox.
import { expect, test } from "vitest";
import { runOperation } from "~/services/platform/operation.server";
import { makeOwner, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { previewInvoice } from "./plan-changes.server";
import { toPreview } from "./preview-lines.server";

const { billing, makeCustomer, findRow } = prepareBilling();

async function listLines(owner: Owner, locale: "en" | "es", input: object = {}): Promise<string[]> {
  const context = { ...(await createContext(billing.app, owner)), locale };
  const { data } = await runOperation(previewInvoice, input, context);
  return (data?.lines ?? []).map(({ description }) => description);
}

test("a change to a plan per member names both plans, and what is credited and charged", async () => {
  const owner = await makeCustomer("pro");
  expect(await listLines(owner, "en", { plan: "team" })).toEqual([
    "Unused time: Pro plan",
    "Rest of this period: Team plan, 1 member",
  ]);
  expect(await listLines(owner, "es", { plan: "team" })).toEqual([
    "Tiempo sin usar: Plan Pro",
    "Resto de este periodo: Plan Team, 1 miembro",
  ]);
});

test("a first plan with a trial says that it is one", async () => {
  const owner = await makeOwner(billing);
  expect(await listLines(owner, "es", { plan: "team" })).toEqual(["Prueba gratuita: Plan Team, 1 miembro"]);
});

test("the next invoice counts the API calls in the reader's language", async () => {
  const owner = await makeCustomer("scale");
  const { customerId } = (await findRow(owner)) ?? {};
  const batch = { id: owner.accountId, customerId: customerId ?? "", calls: 1_002_500, at: new Date() };
  await billing.app.payments.reportApiCalls(batch);
  expect(await listLines(owner, "en")).toEqual(["API calls: 1,002,500", "Scale plan"]);
  expect(await listLines(owner, "es")).toEqual(["Llamadas a la API: 1.002.500", "Plan Scale"]);
});

test("a line about something else keeps the provider's own words", () => {
  const line = {
    ...{ description: "Setup help", amount: 500, is_proration: false, is_trial: false, quantity: 1 },
    ...{ period_start: "2026-11-01T00:00:00.000Z", period_end: "2026-12-01T00:00:00.000Z" },
  };
  const draft = {
    lines: [
      { ...line, subject: { kind: "other" } as const },
      { ...line, subject: { kind: "plan", planId: "previous" } as const },
    ],
    ...{ subtotal: 1000, discount: 0, tax: 0, total: 1000, starting_balance: 0, amount_due: 1000 },
    currency: "usd",
    date: line.period_end,
    proratedAt: null,
  };
  const preview = toPreview(draft, { context: { locale: "es" }, plans: [null] });
  expect(preview?.lines.map(({ description }) => description)).toEqual(["Setup help", "Setup help"]);
});
