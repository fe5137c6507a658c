// A change of plan is charged what its preview has shown, although time passes between them. Amounts in US cents.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hours, minutes } from "~/domain/limits";
import { runOperation } from "~/services/platform/operation.server";
import { listProviderSubscriptions, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { previewInvoice } from "./plan-changes.server";

// The product and the provider have the same clock, which tests move ahead.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true }));
const { billing, findRow, makeCustomer } = prepareBilling();
afterAll(() => vi.useRealTimers());

let owner: Owner;
beforeEach(async () => {
  owner = await makeCustomer("pro");
  pass(hours(50));
});

const pass = (duration: number) => vi.setSystemTime(Date.now() + duration);

async function preview(plan: string) {
  const context = await createContext(billing.app, owner);
  const { data } = await runOperation(previewInvoice, { plan, promotion_code: "" }, context);
  if (!data?.proration_date) throw new Error("the preview has no date");
  return { ...data, proration_date: data.proration_date };
}

async function readLatestTotal(): Promise<number | undefined> {
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const { data } = await billing.stripe.invoices.list({ subscription: subscription?.id ?? "" });
  return data[0]?.total;
}

const isOld = { status: 409, messageKey: "billing:errors.preview_old" };

test.each(["scale", "pro-yearly"])(
  "a change to %s is charged as its preview, most of an hour later",
  async (plan) => {
    const { proration_date, amount_due: due } = await preview(plan);
    pass(minutes(50));
    await owner.change({ plan, proration_date });
    expect(await readLatestTotal()).toBe(due);
  },
);

test("without the date a change is charged as of its own moment", async () => {
  const { amount_due: due } = await preview("scale");
  pass(minutes(50));
  await owner.change({ plan: "scale" });
  const total = await readLatestTotal();
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(due);
});

test("a preview from more than an hour ago is refused and changes nothing, and a new one is not", async () => {
  const { proration_date } = await preview("scale");
  pass(minutes(61));
  await expect(owner.change({ plan: "scale", proration_date })).rejects.toMatchObject(isOld);
  expect(await findRow(owner)).toMatchObject({ planId: "pro" });
  const again = await preview("scale");
  await owner.change({ plan: "scale", proration_date: again.proration_date });
  expect(await readLatestTotal()).toBe(again.amount_due);
});

test("a preview counts for its own change alone: not for another plan, and not after the plan has changed", async () => {
  const { proration_date } = await preview("scale");
  const other = await makeCustomer("pro");
  await expect(other.change({ plan: "scale", proration_date })).rejects.toMatchObject(isOld);
  await expect(owner.change({ plan: "pro-yearly", proration_date })).rejects.toMatchObject(isOld);
  await owner.change({ plan: "pro-yearly" });
  await owner.change({ plan: "pro" });
  await expect(owner.change({ plan: "scale", proration_date })).rejects.toMatchObject(isOld);
  expect(await findRow(owner)).toMatchObject({ planId: "pro" });
});

test("another date than the one that was previewed is refused", async () => {
  const { proration_date } = await preview("scale");
  const [prorated = "", ...rest] = proration_date.split(".");
  const earlier = [Number(prorated) - hours(24), ...rest].join(".");
  await expect(owner.change({ plan: "scale", proration_date: earlier })).rejects.toMatchObject(isOld);
  await expect(owner.change({ plan: "scale", proration_date: "now" })).rejects.toMatchObject(isOld);
});

test("a preview of the period before is refused once the subscription has been renewed", async () => {
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const end = (subscription?.items.data[0]?.current_period_end ?? 0) * 1000;
  vi.setSystemTime(end - minutes(10));
  const { proration_date } = await preview("scale");
  vi.setSystemTime(end + minutes(10));
  await expect(owner.change({ plan: "scale", proration_date })).rejects.toMatchObject(isOld);
});
