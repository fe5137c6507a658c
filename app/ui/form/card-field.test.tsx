import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { toast as store } from "react-hot-toast/headless";
import { useContext, useEffect } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderForm } from "../../../tests/support/form-page";
import { WithTexts } from "../../../tests/support/with-texts";
import { ActionForm } from "./action-form";
import { CardField } from "./card-field";
import { TextField } from "./fields";
import { FormContext, type CardEntry } from "./form-state";

afterEach(() => act(() => store.removeAll()));

describe("a form with a card", () => {
  test("a form with a card creates a token first and sends it as token", async () => {
    const { page } = await pay();
    expect(page.requests).toMatchObject([{ values: { name: "Ada", token: "tok_1" } }]);
  });

  test("a form with a card shows the provider's error at the card field, and sends nothing", async () => {
    const createToken = vi.fn(
      async () => ({ ok: false, message: "Your card number is incomplete." }) as const,
    );
    const { page, card } = await pay({ createToken });
    expect(screen.getByRole("alert").textContent).toBe("Your card number is incomplete.");
    expect(card.focus).toHaveBeenCalled();
    expect(page.requests).toEqual([]);
  });

  test("a form is sent without a token when its card field has been removed", async () => {
    const page = renderForm(<Payment card={null} />);
    await userEvent.click(screen.getByRole("button", { name: "Pay" }));
    await waitFor(() => expect(page.requests).toMatchObject([{ values: { name: "" } }]));
    expect(page.requests[0]?.values).not.toHaveProperty("token");
  });

  test("when the reply contains a payment to confirm, the form confirms it and repeats the request with the result", async () => {
    const { page, card } = await pay();
    await page.answer({ ok: true, message: "not yet", data: null, ...CONFIRMATION });
    await waitFor(() => expect(page.requests).toHaveLength(2));
    expect(card.confirm).toHaveBeenCalledWith("pi_1_secret_2");
    expect(page.requests[1]?.values).toEqual({ name: "Ada", token: "tok_1", payment_intent: "pi_1" });
    expect(card.createToken).toHaveBeenCalledOnce();
    expect(getToastText()).toBe("");
    await page.answer({ ok: true, message: "Paid" });
    expect(getToastText()).toBe("Paid");
  });

  test("a failed confirmation stands at the card field, and nothing is sent again", async () => {
    const confirm = vi.fn(async () => ({ ok: false, message: "Authentication failed" }) as const);
    const { page, card } = await pay({ confirm });
    await page.answer({ ok: true, ...CONFIRMATION });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Authentication failed"));
    expect(card.focus).toHaveBeenCalled();
    expect(page.requests).toHaveLength(1);
    expect(getToastText()).toBe("");
    expect(document.querySelector("form")?.hasAttribute("inert")).toBe(false);
  });

  test("the error of a failed confirmation disappears when the form is sent again", async () => {
    const confirm = vi.fn(async () => ({ ok: false, message: "Authentication failed" }) as const);
    const { page } = await pay({ confirm });
    await page.answer({ ok: true, ...CONFIRMATION });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Authentication failed"));
    await userEvent.click(screen.getByRole("button", { name: "Pay" }));
    await waitFor(() => expect(page.requests).toHaveLength(2));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an error of the card disappears as soon as the card is changed, whether the form or the provider found it", async () => {
    const createToken = vi.fn(
      async () => ({ ok: false, message: "Your card number is incomplete." }) as const,
    );
    await pay({ createToken });
    await userEvent.click(screen.getByRole("button", { name: "Type" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a declined card's error disappears as soon as the card is changed", async () => {
    const { page } = await pay();
    const message = "Your card was declined.";
    await page.answer({ ok: false, status: 400, message, inputError: "token" });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(message));
    await userEvent.click(screen.getByRole("button", { name: "Type" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a form with the card on file is sent without a token, and can confirm a payment", async () => {
    const { page, card } = await pay({ createToken: async () => null });
    expect(page.requests[0]?.values).toEqual({ name: "Ada" });
    await page.answer({ ok: true, ...CONFIRMATION });
    await waitFor(() => expect(page.requests).toHaveLength(2));
    expect(card.confirm).toHaveBeenCalledWith("pi_1_secret_2");
    expect(page.requests[1]?.values).toEqual({ name: "Ada", payment_intent: "pi_1" });
  });

  test("a form with a card is inert while the provider confirms the payment", async () => {
    let resolveConfirmation: (result: { ok: true; id: string }) => void = () => undefined;
    const { page } = await pay({ confirm: () => new Promise((resolve) => (resolveConfirmation = resolve)) });
    await page.answer({ ok: true, ...CONFIRMATION });
    expect(document.querySelector("form")?.hasAttribute("inert")).toBe(true);
    await act(async () => resolveConfirmation({ ok: true, id: "pi_1" }));
    await waitFor(() => expect(page.requests).toHaveLength(2));
  });
});

test("without scripts the card field shows that it needs them", () => {
  const html = renderToString(
    <WithTexts>
      <CardField label="Card" publishableKey="pk_test_1" locale="en" />
    </WithTexts>,
  );
  expect(html).toMatch(/<noscript>.*turn on JavaScript.*<\/noscript>/);
});

const CONFIRMATION = { requires_payment_action: true, client_secret: "pi_1_secret_2" } as const;

async function pay(change: Partial<CardEntry> = {}) {
  const card = {
    createToken: vi.fn(async () => ({ ok: true, id: "tok_1" }) as const),
    confirm: vi.fn(async () => ({ ok: true, id: "pi_1" }) as const),
    focus: vi.fn(),
    ...change,
  };
  const page = renderForm(<Payment card={card} />);
  await userEvent.type(screen.getByLabelText("Name"), "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Pay" }));
  await waitFor(() =>
    expect(page.requests.length + screen.queryAllByRole("alert").length).toBeGreaterThan(0),
  );
  return { page, card };
}

function Payment({ card }: { card: CardEntry | null }) {
  return (
    <ActionForm action="/page" submitLabel="Pay">
      <TextField name="name" label="Name" />
      {card ? <FakeCard entry={card} /> : null}
    </ActionForm>
  );
}

/** A fake of the provider's input. */
function FakeCard({ entry }: { entry: CardEntry }) {
  const { attachCard, changeCard, errors } = useContext(FormContext);
  useEffect(() => attachCard(entry), [attachCard, entry]);
  return (
    <>
      {errors.token ? <p role="alert">{errors.token}</p> : null}
      <button type="button" onClick={() => changeCard(null)}>
        Type
      </button>
    </>
  );
}

const getToastText = () => document.querySelector("[data-toast]")?.textContent ?? "";
