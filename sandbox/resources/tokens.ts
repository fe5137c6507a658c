/** Tokens: each holds one card and can be used once. Fixed ones, for scripts, can always be used. */
import * as z from "zod";
import { checkCardDetails, findFixedTokenNumber, requireTestCard } from "../cards";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { integer, defineParams, text } from "../http/params";
import { change, find, get, insert, type Ledger } from "../ledger";
import type { Token } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";

const TOKENS_KEPT = 1000;

export interface NewCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string;
  name?: string;
}

/** The card that a used token returns. */
export interface CardData {
  number: string;
  expMonth: number;
  expYear: number;
  name: string | null;
}

export const tokenEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/tokens",
    params: defineParams({
      card: z.strictObject({
        number: text,
        exp_month: integer,
        exp_year: integer,
        cvc: text.optional(),
        name: text.optional(),
        address_zip: text.optional(),
      }),
    }),
    run: ({ ledger, params: { card } }) =>
      createToken(ledger, {
        number: card.number,
        expMonth: card.exp_month,
        expYear: card.exp_year,
        cvc: card.cvc,
        name: card.name,
      }),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/tokens/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => createFixedToken(ledger, id) ?? get(ledger, "token", id),
  }),
];

/** Creates a token for a typed card. Throws 402 for an invalid card and for a card that is not a test card. */
export function createToken(ledger: Ledger, given: NewCard): Token {
  const card = { ...given, expYear: given.expYear < 100 ? 2000 + given.expYear : given.expYear };
  const number = card.number.replaceAll(/[\s-]/g, "");
  requireTestCard(number);
  checkCardDetails({ expMonth: card.expMonth, expYear: card.expYear, cvc: card.cvc }, ledger.now());
  const token = buildToken(ledger, { id: createId(ID_PREFIXES.token), card: { ...card, number } });
  insert(ledger, "token", token);
  ledger.state.cardNumbers[token.id] = number;
  deleteOldTokens(ledger);
  return token;
}

/** Every visitor who sees the card field can create tokens, so only a limited number is kept. */
function deleteOldTokens({ state }: Ledger): void {
  const ids = Object.keys(state.tables.token);
  for (const id of ids.slice(0, Math.max(0, ids.length - TOKENS_KEPT))) {
    Reflect.deleteProperty(state.tables.token, id);
    Reflect.deleteProperty(state.cardNumbers, id);
  }
}

/** Uses a token and returns its card. Throws 400 when it is unknown or already used; `param` names it in the error. */
export function consumeToken(ledger: Ledger, { id, param }: { id: string; param: string }): CardData {
  const token = createFixedToken(ledger, id) ?? find(ledger, "token", id);
  const number = findFixedTokenNumber(id) ?? ledger.state.cardNumbers[id];
  if (!token || !number)
    throw createInvalidRequestError(`No such token: '${id}'`, { code: "resource_missing", param });
  if (token.used) {
    throw createInvalidRequestError(`You cannot use a Stripe token more than once: ${id}.`, {
      code: "token_already_used",
      param,
    });
  }
  if (!findFixedTokenNumber(id)) change(ledger, token, { event: null, to: { used: true } });
  return { number, expMonth: token.card.exp_month, expYear: token.card.exp_year, name: token.card.name };
}

function createFixedToken(ledger: Ledger, id: string): Token | null {
  const number = findFixedTokenNumber(id);
  if (!number) return null;
  const expYear = new Date(ledger.now() * 1000).getUTCFullYear() + 4;
  return buildToken(ledger, { id, card: { number, expMonth: 12, expYear } });
}

function buildToken(ledger: Ledger, { id, card }: { id: string; card: NewCard }): Token {
  const { brand } = requireTestCard(card.number);
  return {
    id,
    object: "token",
    card: {
      id: createId("card"),
      object: "card",
      address_city: null,
      address_country: null,
      address_line1: null,
      address_line1_check: null,
      address_line2: null,
      address_state: null,
      address_zip: null,
      address_zip_check: null,
      brand: brand === "visa" ? "Visa" : "MasterCard",
      country: "US",
      cvc_check: card.cvc ? "unchecked" : null,
      dynamic_last4: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: "credit",
      last4: card.number.slice(-4),
      metadata: {},
      name: card.name ?? null,
      regulated_status: "unregulated",
      tokenization_method: null,
    },
    client_ip: null,
    created: ledger.now(),
    livemode: false,
    type: "card",
    used: false,
  };
}
