import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WithTexts } from "../../../tests/support/with-texts";
import CardInput from "./card-input";
import type { CardEntry } from "./form-state";

/** A fake of the provider's script, with the functions that the input uses, in the same global variable. */
const element = {
  mount: vi.fn(),
  on: vi.fn((name: string, listener: () => void) => {
    if (name === "ready") setTimeout(() => act(listener));
    return element;
  }),
  off: vi.fn(),
  update: vi.fn(),
  destroy: vi.fn(),
  focus: vi.fn(),
};
const elements = {
  create: vi.fn((..._: unknown[]) => element),
  getElement: vi.fn(() => element),
  update: vi.fn(),
};
const provider = {
  elements: vi.fn(() => elements),
  createToken: vi.fn(),
  createPaymentMethod: vi.fn(),
  confirmCardPayment: vi.fn(),
  confirmCardSetup: vi.fn(),
  registerAppInfo: vi.fn(),
  _registerWrapper: vi.fn(),
};

beforeEach(() => {
  vi.stubGlobal(
    "Stripe",
    Object.assign(() => provider, { version: "endive" }),
  );
});
afterEach(() => vi.clearAllMocks());

test("the card input has a font size of 13 px", async () => {
  await showCard();
  expect(elements.create).toHaveBeenCalledWith("card", expect.objectContaining({ hidePostalCode: true }));
  expect(elements.create.mock.calls[0]?.[1]).toMatchObject({ style: { base: { fontSize: "13px" } } });
});

test("a token comes from the provider", async () => {
  provider.createToken.mockResolvedValue({ token: { id: "tok_1" } });
  const entry = await showCard();
  expect(await entry.createToken()).toEqual({ ok: true, id: "tok_1" });
  expect(provider.createToken).toHaveBeenCalledWith(element);
});

test("an error of the card is the provider's own message", async () => {
  provider.createToken.mockResolvedValue({ error: { message: "Your card number is incomplete." } });
  const entry = await showCard();
  expect(await entry.createToken()).toEqual({ ok: false, message: "Your card number is incomplete." });
});

test("the client secret of a payment is confirmed as a payment", async () => {
  provider.confirmCardPayment.mockResolvedValue({ paymentIntent: { id: "pi_1" } });
  const entry = await showCard();
  expect(await entry.confirm("pi_1_secret_2")).toEqual({ ok: true, id: "pi_1" });
  expect(provider.confirmCardPayment).toHaveBeenCalledWith("pi_1_secret_2");
});

test("the client secret of a set-up is confirmed as a set-up", async () => {
  provider.confirmCardSetup.mockResolvedValue({ setupIntent: { id: "seti_1" } });
  const entry = await showCard();
  expect(await entry.confirm("seti_1_secret_2")).toEqual({ ok: true, id: "seti_1" });
  expect(provider.confirmCardSetup).toHaveBeenCalledWith("seti_1_secret_2");
});

test("a failed confirmation without a message gets one", async () => {
  provider.confirmCardPayment.mockResolvedValue({ error: {} });
  const entry = await showCard();
  expect(await entry.confirm("pi_1_secret_2")).toEqual({ ok: false, message: "form:card.unavailable" });
});

test("what is wrong with the card is reported on every change, and null once it is right", async () => {
  const errors: unknown[] = [];
  await showCard((error) => errors.push(error));
  const onChange = element.on.mock.calls.find(([name]) => name === "change")?.[1] as (event: object) => void;
  onChange({ error: { message: "Your card's expiration year is in the past." } });
  onChange({ error: undefined });
  expect(errors).toEqual(["Your card's expiration year is in the past.", null]);
});

test("a field that is asked for takes the focus once it is ready, any other does not", async () => {
  await showCard();
  expect(element.focus).not.toHaveBeenCalled();
  cleanup();
  await showCard(undefined, { hasFocus: true });
  expect(element.focus).toHaveBeenCalledTimes(1);
});

async function showCard(
  onChange: (error: string | null) => void = () => undefined,
  { hasFocus = false } = {},
): Promise<CardEntry> {
  const entries: (CardEntry | null)[] = [];
  render(
    <CardInput
      publishableKey="pk_test_1"
      locale="en"
      isInvalid={false}
      hasFocus={hasFocus}
      onEntry={(entry) => entries.push(entry)}
      onChange={onChange}
    />,
    { wrapper: WithTexts },
  );
  expect(screen.getByText("Loading the card field…")).toBeDefined();
  await waitFor(() => expect(screen.queryByText("Loading the card field…")).toBeNull());
  const entry = entries.at(-1);
  if (!entry) throw new Error("no card");
  return entry;
}
