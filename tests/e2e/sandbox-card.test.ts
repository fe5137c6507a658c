// The sandbox's substitute for the payment provider's script, with the provider's own loader and React components.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import express from "express";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createPaymentSandboxRouter } from "~/http/middleware/sandbox";
import { listViolations } from "../support/axe";
import { shareBrowser } from "../support/chromium";
import { makeBuyer, PUBLISHABLE_KEY, runSandbox, type TestSandbox } from "../support/stripe-sandbox";
import { createLimiter } from "~/services/platform/rate-limits/limiter.server";

/** A page with one card element, which records events and runs what a test calls. */
const PAGE_SCRIPT = `
  import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
  import { loadStripe } from "@stripe/stripe-js/pure";
  import { createElement as h, StrictMode, useState } from "react";
  import { createRoot } from "react-dom/client";

  window.heard = [];
  const hear = (event) => (detail) => window.heard.push({ event, complete: detail?.complete, code: detail?.error?.code });

  function Card() {
    const [stripe, elements] = [useStripe(), useElements()];
    const [isShown, show] = useState(true);
    const [isDisabled, disable] = useState(false);
    Object.assign(window, { stripe, show, disable, card: () => elements?.getElement(CardElement) });
    return isShown ? h(CardElement, {
      options: { disabled: isDisabled, hidePostalCode: true },
      onReady: hear("ready"), onChange: hear("change"), onFocus: hear("focus"), onBlur: hear("blur"), onEscape: hear("escape"),
    }) : h("p", null, "no card");
  }

  const locale = document.documentElement.lang;
  const root = createRoot(document.querySelector("main"));
  root.render(h(StrictMode, null, h(Elements, { stripe: loadStripe("${PUBLISHABLE_KEY}", { locale }) }, h(Card))));
`;

/** As strict as the product's own policy. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; base-uri 'none'";

interface Heard {
  event: string;
  complete?: boolean;
  code?: string;
}

let sandbox: TestSandbox;
let browser: Browser;
let server: Server;
let context: BrowserContext;
let page: Page;
let complaints: string[] = [];

beforeAll(async () => {
  sandbox = await runSandbox();
  browser = await shareBrowser();
  const bundle = await build({
    stdin: { contents: PAGE_SCRIPT, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    define: { "process.env.NODE_ENV": '"development"' },
  });
  const script = bundle.outputFiles[0]?.text ?? "";
  const web = express();
  web.use((_request, response, next) => {
    response.setHeader("Content-Security-Policy", POLICY);
    next();
  });
  web.use(
    createPaymentSandboxRouter({
      port: sandbox.port,
      limiter: createLimiter({ hash: (_purpose, subject) => subject }),
      scriptFolder: "sandbox/browser",
    }),
  );
  web.get("/page.js", (_request, response) => void response.type("js").send(script));
  web.get("/", (request, response) => {
    const language = request.query.lang === "es" ? "es" : "en";
    response
      .type("html")
      .send(
        `<!doctype html><html lang="${language}"><title>Card</title><h1>Card</h1><main></main>` +
          `<script src="/sandbox/stripe.js"></script><script src="/page.js"></script></html>`,
      );
  });
  server = web.listen(0, "127.0.0.1");
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await sandbox.close();
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
  expect(sandbox.faults).toEqual([]);
});

async function open({ lang = "en", width = 1280 }: { lang?: string; width?: number } = {}): Promise<void> {
  complaints = [];
  context = await browser.newContext({ viewport: { width, height: 700 }, reducedMotion: "reduce" });
  page = await context.newPage();
  page.on("console", (message) => {
    const text = message.text();
    const isOurs = !text.startsWith("Failed to load resource") && !text.includes("React DevTools");
    if (isOurs && ["error", "warning"].includes(message.type())) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?lang=${lang}`);
  await page.getByTestId("sandbox-card-number").waitFor();
}

async function typeCard(number: string): Promise<void> {
  await page.getByTestId("sandbox-card-number").click();
  await page.keyboard.type(`${number}1234123`);
}

const readEvents = () => page.evaluate<Heard[]>("window.heard");
const ask = (call: string) => page.evaluate<Record<string, Record<string, unknown>>>(call);

async function createPendingSecret(
  token = "tok_4000000000003220",
): Promise<{ secret: string; subscription: string }> {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { token });
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    expand: ["latest_invoice.confirmation_secret"],
  });
  const invoice = typeof made.latest_invoice === "object" ? made.latest_invoice : null;
  return { secret: invoice?.confirmation_secret?.client_secret ?? "", subscription: made.id };
}

describe("the card field", () => {
  test("the card field is filled in one go, moves on by itself, and creates a token that pays", async () => {
    await open();
    await typeCard("4242424242424242");
    expect(await page.getByTestId("sandbox-card-number").inputValue()).toBe("4242 4242 4242 4242");
    expect(await page.getByTestId("sandbox-card-expiry").inputValue()).toBe("12 / 34");
    const all = await readEvents();
    expect(all.map(({ event }) => event)).toContain("ready");
    expect(all.at(-1)).toMatchObject({ event: "change", complete: true });
    const { token } = await ask("window.stripe.createToken(window.card())");
    const spent = await sandbox.stripe.paymentMethods.create({ card: { token: String(token?.id) } });
    expect(spent.card?.last4).toBe("4242");
  });

  test("an incomplete card gives the provider's error, and a rejected one an error in the page's language", async () => {
    await open({ lang: "es" });
    const unfinished = await ask("window.stripe.createToken(window.card())");
    expect(unfinished.error).toMatchObject({
      type: "validation_error",
      code: "incomplete_number",
      message: "El número de tarjeta está incompleto.",
    });
    await typeCard("4111111111111111");
    const refused = await ask("window.stripe.createToken(window.card())");
    expect(refused.error).toMatchObject({ type: "card_error", decline_code: "test_mode_live_card" });
    expect(refused.error?.message).toMatch(/^Este es el entorno de pruebas/);
  });

  test("the card field keeps the caret when a digit in the middle is corrected", async () => {
    await open();
    const number = page.getByTestId("sandbox-card-number");
    await number.click();
    await page.keyboard.type("42424242");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await page.keyboard.type("9");
    expect(await number.inputValue()).toBe("4942 4242");
    const caret = await number.evaluate((node) => (node as HTMLInputElement).selectionStart);
    expect(caret).toBe(2);
  });

  test("the card field mounts and unmounts with its component, can be disabled, and emits Escape", async () => {
    await open();
    await page.getByTestId("sandbox-card-number").press("Escape");
    expect((await readEvents()).map(({ event }) => event)).toEqual(
      expect.arrayContaining(["focus", "escape"]),
    );
    await ask("window.disable(true)");
    await expect.poll(() => page.getByTestId("sandbox-card-cvc").isDisabled()).toBe(true);
    await ask("window.show(false)");
    await page.getByText("no card").waitFor();
    expect(await page.getByTestId("sandbox-card-number").count()).toBe(0);
    await ask("window.show(true)");
    await page.getByTestId("sandbox-card-number").waitFor();
  });

  test("the card field is labelled, and fits a narrow phone without a cut digit", async () => {
    await open({ width: 360 });
    await typeCard("4242424242424242");
    expect(await listViolations(page, { within: "main" })).toEqual([]);
    const isCut = await page
      .getByTestId("sandbox-card-number")
      .evaluate((node) => node.scrollWidth > node.clientWidth);
    expect(isCut).toBe(false);
  });
});

describe("the authentication dialog", () => {
  test("completing it confirms the payment", async () => {
    await open();
    const { secret, subscription } = await createPendingSecret();
    const result = ask(`window.stripe.confirmCardPayment("${secret}")`);
    const dialog = page.getByRole("dialog", { name: "3-D Secure authentication" });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("This is the payment sandbox");
    expect(await dialog.textContent()).toContain("$19.00");
    expect(await listViolations(page, { within: "dialog" })).toEqual([]);
    await page.getByTestId("sandbox-3ds-complete").click();
    expect((await result).paymentIntent).toMatchObject({ status: "succeeded" });
    expect((await sandbox.stripe.subscriptions.retrieve(subscription)).status).toBe("active");
    expect(await page.locator("dialog").count()).toBe(0);
  });

  test.each([
    ["the button", () => page.getByTestId("sandbox-3ds-fail").click()],
    ["Escape", () => page.keyboard.press("Escape")],
  ])("canceling it with %s fails with the provider's error", async (_, leave) => {
    await open();
    const { secret } = await createPendingSecret();
    const result = ask(`window.stripe.confirmCardPayment("${secret}")`);
    await page.getByTestId("sandbox-3ds-fail").waitFor();
    await leave();
    expect((await result).error).toMatchObject({
      code: "payment_intent_authentication_failure",
      payment_intent: { status: "requires_payment_method" },
    });
  });

  test("the authentication dialog traps the focus, and returns it", async () => {
    await open({ lang: "es", width: 360 });
    await page.getByTestId("sandbox-card-number").focus();
    const { secret } = await createPendingSecret();
    const result = ask(`window.stripe.confirmCardPayment("${secret}")`);
    await page.getByRole("dialog", { name: "Autenticación 3-D Secure" }).waitFor();
    const readFocus = () =>
      page.evaluate("document.activeElement.dataset.testid ?? document.activeElement.tagName");
    expect(await readFocus()).toBe("sandbox-3ds-complete");
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("Tab");
      expect(["sandbox-3ds-complete", "sandbox-3ds-fail", "BODY"]).toContain(await readFocus());
    }
    await page.keyboard.press("Escape");
    await result;
    expect(await readFocus()).toBe("sandbox-card-number");
  });

  test("the authentication dialog for a saved card says that nothing is charged", async () => {
    await open();
    const customer = await sandbox.stripe.customers.create();
    const setup = await sandbox.stripe.setupIntents.create({ customer: customer.id });
    await typeCard("4000002500003155");
    const result = ask(
      `window.stripe.confirmCardSetup("${String(setup.client_secret)}", { payment_method: { card: window.card() } })`,
    );
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("Nothing is charged now");
    await page.getByTestId("sandbox-3ds-complete").click();
    expect((await result).setupIntent).toMatchObject({ status: "succeeded" });
    expect((await sandbox.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test("a failed payment is confirmed with the newly typed card", async () => {
    await open();
    const { secret, subscription } = await createPendingSecret("tok_4000000000000341");
    await typeCard("4242424242424242");
    const { paymentIntent } = await ask(
      `window.stripe.confirmCardPayment("${secret}", { payment_method: { card: window.card() } })`,
    );
    expect(paymentIntent).toMatchObject({ status: "succeeded" });
    expect((await sandbox.stripe.subscriptions.retrieve(subscription)).status).toBe("active");
  });
});

test("an unreachable sandbox gives a connection error", async () => {
  await open();
  await typeCard("4242424242424242");
  await page.route("**/sandbox/v1/**", (route) => route.abort());
  const { error } = await ask("window.stripe.createToken(window.card())");
  expect(error).toMatchObject({ type: "api_connection_error" });
});
