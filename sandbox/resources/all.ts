/** All endpoints of the sandbox's API. A new resource needs a file of its own and a line here. */
import { taxIncludables } from "../billing/automatic-tax";
import type { Endpoint } from "../http/endpoint";
import type { Includables } from "../http/expand";
import { balanceTransactionEndpoints } from "./balance-transactions";
import { couponEndpoints } from "./coupons";
import { customerEndpoints } from "./customers";
import { disputeEndpoints } from "./disputes";
import { eventEndpoints } from "./events";
import { invoicePaymentEndpoints } from "./invoice-payments";
import { invoicePreviewEndpoints } from "./invoice-previews";
import { invoiceEndpoints, invoiceIncludables } from "./invoices";
import { meterEndpoints } from "./meters";
import { paymentIntentEndpoints } from "./payment-intents";
import { paymentMethodEndpoints } from "./payment-methods";
import { priceEndpoints, priceIncludables } from "./prices";
import { productEndpoints } from "./products";
import { promotionCodeEndpoints } from "./promotion-codes";
import { refundEndpoints } from "./refunds";
import { setupIntentEndpoints } from "./setup-intents";
import { subscriptionEndpoints } from "./subscriptions";
import { taxIdEndpoints } from "./tax-ids";
import { tokenEndpoints } from "./tokens";

export const ENDPOINTS: readonly Endpoint[] = [
  ...tokenEndpoints,
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...subscriptionEndpoints,
  ...invoicePreviewEndpoints,
  ...invoiceEndpoints,
  ...invoicePaymentEndpoints,
  ...paymentIntentEndpoints,
  ...setupIntentEndpoints,
  ...eventEndpoints,
  ...meterEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...balanceTransactionEndpoints,
  ...taxIdEndpoints,
  ...couponEndpoints,
  ...promotionCodeEndpoints,
];

export const INCLUDABLES: Includables = { ...invoiceIncludables, ...priceIncludables, ...taxIncludables };
