// Credit of a customer: what pages and the API say about it adds up to what the card is charged.
import { expect, test } from "vitest";
import { runOperation } from "~/services/platform/operation.server";
import { invoiceEntity } from "~/models/invoice.server";
import { prepareBilling, type Owner } from "../../../../tests/support/billing";
import { discardAtProvider } from "../../../../tests/support/pending-changes";
import { createContext } from "../../../../tests/support/services";
import { endPendingChanges } from "../sync/pending-changes.server";
import { refreshAccount } from "../sync/sync.server";
import { listInvoices } from "./invoices.server";
import { previewInvoice } from "./plan-changes.server";
import { getSubscription } from "./subscription.server";

const { billing, findRow, makeCustomer } = prepareBilling();

async function preview(owner: Owner, input: object = {}) {
  const { data } = await runOperation(previewInvoice, input, await createContext(billing.app, owner));
  if (!data) throw new Error("there is no preview");
  return data;
}

async function readBalance(owner: Owner) {
  const { data } = await runOperation(getSubscription, {}, await createContext(billing.app, owner));
  return data.object.balance;
}

const sumLines = ({ lines }: { lines: { amount: number }[] }) =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** On Pro after a month of Scale, of which the rest is credit. */
async function makeCreditor(): Promise<Owner> {
  const owner = await makeCustomer("scale");
  await owner.change({ plan: "pro" });
  return owner;
}

test("a change to a cheaper plan leaves credit, which the subscription shows with its currency", async () => {
  expect(await readBalance(await makeCustomer("pro"))).toBeNull();
  const owner = await makeCreditor();
  expect(await findRow(owner)).toMatchObject({ balanceMinor: -7500, balanceCurrency: "usd" });
  expect(await readBalance(owner)).toEqual({ amount: -7500, currency: "usd" });
});

test("the lines of a preview, its discount, its tax and its credit are what is due", async () => {
  const owner = await makeCreditor();
  const dear = await preview(owner, { plan: "pro-yearly" });
  expect(dear).toMatchObject({ starting_balance: -7500, tax: 0, total: 21600, amount_due: 14100 });
  expect(sumLines(dear) - dear.discount + dear.tax + dear.starting_balance).toBe(dear.amount_due);
  const covered = await preview(owner);
  expect(covered).toMatchObject({ starting_balance: -7500, total: 2400, amount_due: 0 });
});

test("an invoice says what the card was charged next to its total", async () => {
  const owner = await makeCreditor();
  await owner.change({ plan: "pro-yearly" });
  const { data } = await runOperation(listInvoices, {}, await createContext(billing.app, owner));
  const amounts = data.invoices.map(({ total, amount_due, amount_charged }) => [
    total,
    amount_due,
    amount_charged,
  ]);
  expect(amounts).toEqual([
    [21600, 14100, 14100],
    [-7500, 0, 0],
    [9900, 9900, 9900],
  ]);
  expect(await readBalance(owner)).toBeNull();
});

test("an invoice that is not paid has charged nothing", async () => {
  const owner = await makeCustomer("pro");
  await billing.app.store.update(invoiceEntity, { accountId: owner.accountId }, { status: "open" });
  const { data } = await runOperation(listInvoices, {}, await createContext(billing.app, owner));
  expect(data.invoices).toMatchObject([{ total: 2400, amount_due: 2400, amount_charged: 0 }]);
});

test("credit that a change of plan would use is there again once the change is given up", async () => {
  const owner = await makeCreditor();
  await owner.upgrade({ plan: "pro-yearly", token: "tok_4000000000003220" });
  await refreshAccount(billing.app, owner.accountId);
  expect(await readBalance(owner)).toBeNull();
  await discardAtProvider(billing, owner);
  await endPendingChanges(billing.app);
  expect(await readBalance(owner)).toEqual({ amount: -7500, currency: "usd" });
  expect(await preview(owner, { plan: "pro-yearly" })).toMatchObject({ total: 21600, amount_due: 14100 });
});
