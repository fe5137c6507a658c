// The file: everything survives a restart, and no other file is accepted.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBuyer, runSandbox } from "../../tests/support/stripe-sandbox";
import { getId } from "../objects";
import { openStateFile } from "./state-file";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-state-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("customers, cards, subscriptions and used keys exist after a restart", async () => {
  const before = await runSandbox({ file: join(folder, "sandbox.json") });
  const { customer, card, price } = await makeBuyer(before.stripe, { token: "tok_4000000000003220" });
  const options = { idempotencyKey: "before the restart" };
  const request = { customer, items: [{ price }], default_payment_method: card };
  const made = await before.stripe.subscriptions.create(request, options);

  const after = await before.restart();
  expect(await after.stripe.subscriptions.retrieve(made.id)).toMatchObject({
    status: "incomplete",
    customer,
  });
  expect((await after.stripe.subscriptions.create(request, options)).id).toBe(made.id);
  const { data } = await after.stripe.invoicePayments.list({
    invoice: getId(made.latest_invoice) ?? "",
    expand: ["data.payment.payment_intent"],
  });
  const intent = data[0]?.payment.payment_intent;
  const secret = typeof intent === "object" ? intent.client_secret : null;
  const id = typeof intent === "object" ? intent.id : "";
  await after.browser("POST", `payment_intents/${id}/authenticate`, {
    client_secret: secret,
    outcome: "complete",
  });
  expect((await after.stripe.subscriptions.retrieve(made.id)).status).toBe("active");
  await after.close();
});

test("a change is on disk before its response, so a crash loses nothing", async () => {
  const file = join(folder, "sandbox.json");
  const sandbox = await runSandbox({ file });
  const { id } = await sandbox.stripe.customers.create();
  expect(await readFile(file, "utf8")).toContain(id);
  await sandbox.close();
});

test("a second sandbox that starts and stops does not undo what the first one wrote", async () => {
  const file = join(folder, "sandbox.json");
  const [first, second] = [await runSandbox({ file }), await runSandbox({ file })];
  const { id } = await first.stripe.customers.create();
  await second.close();
  expect(await readFile(file, "utf8")).toContain(id);
  await first.close();
});

test("many concurrent changes are written completely, and the last one wins", async () => {
  const file = join(folder, "sandbox.json");
  const { state, save } = await openStateFile(file);
  const saves = Array.from({ length: 50 }, (_, index) => {
    state.clockOffsetMs = index;
    return save();
  });
  await Promise.all(saves);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ clockOffsetMs: 49 });
  expect(await readdir(folder)).toEqual(["sandbox.json"]);
});

test("a write that fails is reported, and the next write tries again", async () => {
  const file = join(folder, "sub", "sandbox.json");
  const { state, save } = await openStateFile(file);
  await rm(join(folder, "sub"), { recursive: true });
  await expect(save()).rejects.toThrow(/ENOENT/);
  const again = await openStateFile(file);
  state.clockOffsetMs = 7;
  await save();
  expect(again.state.clockOffsetMs).toBe(0);
  expect((await openStateFile(file)).state.clockOffsetMs).toBe(7);
});

test.each([
  ["cut short", '{"version":1,"tab', /not a payment sandbox's file/],
  ["of another version", '{"version":2}', /another version/],
])("a file that is %s stops the start and is left unchanged", async (_, text, message) => {
  const file = join(folder, "sandbox.json");
  await writeFile(file, text);
  await expect(openStateFile(file)).rejects.toThrow(message);
  expect(await readFile(file, "utf8")).toBe(text);
});
