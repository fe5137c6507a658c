import { expect, test } from "vitest";
import { translator } from "~/i18n/translator.server";
import { toRetryMessage } from "./retry";

test.each([
  [0, "Too many attempts. Try again in 1 second.", "Demasiados intentos. Inténtalo de nuevo en 1 segundo."],
  [
    119,
    "Too many attempts. Try again in 119 seconds.",
    "Demasiados intentos. Inténtalo de nuevo en 119 segundos.",
  ],
  [
    121,
    "Too many attempts. Try again in 3 minutes.",
    "Demasiados intentos. Inténtalo de nuevo en 3 minutos.",
  ],
  [7200, "Too many attempts. Try again in 2 hours.", "Demasiados intentos. Inténtalo de nuevo en 2 horas."],
  [
    86_399,
    "Too many attempts. Try again in 24 hours.",
    "Demasiados intentos. Inténtalo de nuevo en 24 horas.",
  ],
])("a caller who may try again after %i seconds reads how long that is", (seconds, english, spanish) => {
  expect(translator("en").message(toRetryMessage(seconds))).toBe(english);
  expect(translator("es").message(toRetryMessage(seconds))).toBe(spanish);
});
