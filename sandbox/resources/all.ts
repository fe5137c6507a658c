/** All endpoints of the sandbox's API. A new resource needs a file of its own and a line here. */
import type { Endpoint } from "../http/endpoint";
import type { Includables } from "../http/expand";
import { customerEndpoints } from "./customers";
import { eventEndpoints } from "./events";
import { invoicePaymentEndpoints } from "./invoice-payments";
import { invoiceEndpoints, invoiceIncludables } from "./invoices";
import { paymentIntentEndpoints } from "./payment-intents";
import { paymentMethodEndpoints } from "./payment-methods";
import { priceEndpoints, priceIncludables } from "./prices";
import { productEndpoints } from "./products";
import { setupIntentEndpoints } from "./setup-intents";
import { subscriptionEndpoints } from "./subscriptions";
import { tokenEndpoints } from "./tokens";

export const ENDPOINTS: readonly Endpoint[] = [
  ...tokenEndpoints,
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...invoicePaymentEndpoints,
  ...paymentIntentEndpoints,
  ...setupIntentEndpoints,
  ...eventEndpoints,
];

export const INCLUDABLES: Includables = { ...invoiceIncludables, ...priceIncludables };
