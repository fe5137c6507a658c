/** The texts of the card field and the dialog, by language. Any other language gets English. */

const ENGLISH = {
  lang: "en",
  number: "Card number",
  expiry: "Expiration date, month and year",
  cvc: "Security code (CVC)",
  expiryHint: "MM / YY",
  cvcHint: "CVC",
  incomplete_number: "Your card number is incomplete.",
  invalid_number: "Your card number is invalid.",
  incorrect_number: "Your card number is incorrect.",
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration date is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  invalid_cvc: "Your card's security code is invalid.",
  card_declined: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
  test_mode_live_card: "This is the payment sandbox: it takes test cards only, such as 4242 4242 4242 4242.",
  payment_intent_authentication_failure:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  setup_intent_authentication_failure:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  unreachable: "The payment sandbox cannot be reached. Please try again in a moment.",
  rate_limit: "Too many attempts. Please wait a minute and try again.",
  dialogTitle: "3-D Secure authentication",
  dialogText: "This is the payment sandbox. No bank is asked and no money moves: you decide how it ends.",
  dialogAmount: "Amount",
  dialogSetup: "The card is kept for later payments. Nothing is charged now.",
  complete: "Complete authentication",
  fail: "Fail authentication",
};

const SPANISH = {
  lang: "es",
  number: "Número de tarjeta",
  expiry: "Fecha de caducidad, mes y año",
  cvc: "Código de seguridad (CVC)",
  expiryHint: "MM / AA",
  cvcHint: "CVC",
  incomplete_number: "El número de tarjeta está incompleto.",
  invalid_number: "El número de tarjeta no es válido.",
  incorrect_number: "El número de tarjeta es incorrecto.",
  incomplete_expiry: "La fecha de caducidad de la tarjeta está incompleta.",
  invalid_expiry_month: "La fecha de caducidad de la tarjeta no es válida.",
  invalid_expiry_month_past: "La fecha de caducidad de la tarjeta ya ha pasado.",
  invalid_expiry_year: "El año de caducidad de la tarjeta no es válido.",
  invalid_expiry_year_past: "El año de caducidad de la tarjeta ya ha pasado.",
  incomplete_cvc: "El código de seguridad de la tarjeta está incompleto.",
  invalid_cvc: "El código de seguridad de la tarjeta no es válido.",
  card_declined: "Tu tarjeta ha sido rechazada.",
  insufficient_funds: "Tu tarjeta no tiene fondos suficientes.",
  test_mode_live_card:
    "Este es el entorno de pruebas de pagos: solo acepta tarjetas de prueba, como 4242 4242 4242 4242.",
  payment_intent_authentication_failure:
    "No hemos podido autenticar tu método de pago. Elige otro método de pago e inténtalo de nuevo.",
  setup_intent_authentication_failure:
    "No hemos podido autenticar tu método de pago. Elige otro método de pago e inténtalo de nuevo.",
  unreachable: "No se puede contactar con el entorno de pruebas de pagos. Inténtalo de nuevo en un momento.",
  rate_limit: "Demasiados intentos. Espera un minuto e inténtalo de nuevo.",
  dialogTitle: "Autenticación 3-D Secure",
  dialogText:
    "Este es el entorno de pruebas de pagos. No se consulta a ningún banco ni se mueve dinero: tú decides cómo termina.",
  dialogAmount: "Importe",
  dialogSetup: "La tarjeta se guarda para pagos posteriores. Ahora no se cobra nada.",
  complete: "Completar la autenticación",
  fail: "Rechazar la autenticación",
};

/** The texts of a language; English for any other. */
export function getTexts(language) {
  return language === "es" ? SPANISH : ENGLISH;
}

/**
 * Returns the user's message for an error of the sandbox, or the error's own message when there is no better one.
 * @param {string} language
 * @param {{ code?: string, decline_code?: string, message?: string }} refusal
 */
export function getMessage(language, { code, decline_code: declineCode, message }) {
  const words = getTexts(language);
  return words[declineCode] ?? words[code] ?? message;
}
