/** The SDK's types for the parameters and the response of each operation of the payment sandbox. */

export interface Operation {
  /** The parameters' type; null: the operation has no parameter except `expand`. */
  takes: string;
  answers: string | { listOf: string };
}

/** Method and path pattern → types, by their names in the SDK. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/tokens": { takes: "TokenCreateParams", answers: "Token" },
  "GET /v1/tokens/:id": { takes: "TokenRetrieveParams", answers: "Token" },

  "POST /v1/customers": { takes: "CustomerCreateParams", answers: "Customer" },
  "GET /v1/customers/:id": { takes: "CustomerRetrieveParams", answers: "CustomerOrDeleted" },
  "POST /v1/customers/:id": { takes: "CustomerUpdateParams", answers: "Customer" },
  "DELETE /v1/customers/:id": { takes: "CustomerDeleteParams", answers: "DeletedCustomer" },
  "GET /v1/customers": { takes: "CustomerListParams", answers: { listOf: "Customer" } },

  "POST /v1/payment_methods": { takes: "PaymentMethodCreateParams", answers: "PaymentMethod" },
  "GET /v1/payment_methods/:id": { takes: "PaymentMethodRetrieveParams", answers: "PaymentMethod" },
  "POST /v1/payment_methods/:id": { takes: "PaymentMethodUpdateParams", answers: "PaymentMethod" },
  "POST /v1/payment_methods/:id/attach": { takes: "PaymentMethodAttachParams", answers: "PaymentMethod" },
  "POST /v1/payment_methods/:id/detach": { takes: "PaymentMethodDetachParams", answers: "PaymentMethod" },
  "GET /v1/payment_methods": { takes: "PaymentMethodListParams", answers: { listOf: "PaymentMethod" } },

  "POST /v1/products": { takes: "ProductCreateParams", answers: "Product" },
  "GET /v1/products/:id": { takes: "ProductRetrieveParams", answers: "Product" },
  "POST /v1/products/:id": { takes: "ProductUpdateParams", answers: "Product" },
  "GET /v1/products": { takes: "ProductListParams", answers: { listOf: "Product" } },

  "POST /v1/prices": { takes: "PriceCreateParams", answers: "Price" },
  "GET /v1/prices/:id": { takes: "PriceRetrieveParams", answers: "Price" },
  "POST /v1/prices/:id": { takes: "PriceUpdateParams", answers: "Price" },
  "GET /v1/prices": { takes: "PriceListParams", answers: { listOf: "Price" } },

  "POST /v1/subscriptions": { takes: "SubscriptionCreateParams", answers: "Subscription" },
  "GET /v1/subscriptions/:id": { takes: "SubscriptionRetrieveParams", answers: "Subscription" },
  "POST /v1/subscriptions/:id": { takes: "SubscriptionUpdateParams", answers: "Subscription" },
  "DELETE /v1/subscriptions/:id": { takes: "SubscriptionCancelParams", answers: "Subscription" },
  "GET /v1/subscriptions": { takes: "SubscriptionListParams", answers: { listOf: "Subscription" } },

  "GET /v1/invoices/:id": { takes: "InvoiceRetrieveParams", answers: "Invoice" },
  "GET /v1/invoices": { takes: "InvoiceListParams", answers: { listOf: "Invoice" } },
  "POST /v1/invoices/create_preview": { takes: "InvoiceCreatePreviewParams", answers: "Invoice" },
  "POST /v1/invoices/:id/pay": { takes: "InvoicePayParams", answers: "Invoice" },
  "POST /v1/invoices/:id/void": { takes: "InvoiceVoidInvoiceParams", answers: "Invoice" },

  "GET /v1/invoice_payments/:id": { takes: "InvoicePaymentRetrieveParams", answers: "InvoicePayment" },
  "GET /v1/invoice_payments": { takes: "InvoicePaymentListParams", answers: { listOf: "InvoicePayment" } },

  "GET /v1/payment_intents/:id": { takes: "PaymentIntentRetrieveParams", answers: "PaymentIntent" },
  "GET /v1/payment_intents": { takes: "PaymentIntentListParams", answers: { listOf: "PaymentIntent" } },
  "POST /v1/payment_intents/:id/confirm": { takes: "PaymentIntentConfirmParams", answers: "PaymentIntent" },
  "POST /v1/payment_intents/:id/cancel": { takes: "PaymentIntentCancelParams", answers: "PaymentIntent" },

  "POST /v1/setup_intents": { takes: "SetupIntentCreateParams", answers: "SetupIntent" },
  "GET /v1/setup_intents/:id": { takes: "SetupIntentRetrieveParams", answers: "SetupIntent" },
  "GET /v1/setup_intents": { takes: "SetupIntentListParams", answers: { listOf: "SetupIntent" } },
  "POST /v1/setup_intents/:id/confirm": { takes: "SetupIntentConfirmParams", answers: "SetupIntent" },
  "POST /v1/setup_intents/:id/cancel": { takes: "SetupIntentCancelParams", answers: "SetupIntent" },

  "POST /v1/billing/meters": { takes: "MeterCreateParams", answers: "Meter" },
  "GET /v1/billing/meters/:id": { takes: "MeterRetrieveParams", answers: "Meter" },
  "GET /v1/billing/meters": { takes: "MeterListParams", answers: { listOf: "Meter" } },
  "POST /v1/billing/meter_events": { takes: "MeterEventCreateParams", answers: "MeterEvent" },
  "GET /v1/billing/meters/:id/event_summaries": {
    takes: "MeterListEventSummariesParams",
    answers: { listOf: "MeterEventSummary" },
  },

  "POST /v1/refunds": { takes: "RefundCreateParams", answers: "Refund" },
  "GET /v1/refunds/:id": { takes: "RefundRetrieveParams", answers: "Refund" },
  "GET /v1/refunds": { takes: "RefundListParams", answers: { listOf: "Refund" } },

  "GET /v1/disputes/:id": { takes: "DisputeRetrieveParams", answers: "Dispute" },
  "GET /v1/disputes": { takes: "DisputeListParams", answers: { listOf: "Dispute" } },
  "POST /v1/disputes/:id": { takes: "DisputeUpdateParams", answers: "Dispute" },
  "POST /v1/disputes/:id/close": { takes: "DisputeCloseParams", answers: "Dispute" },

  "GET /v1/radar/early_fraud_warnings/:id": {
    takes: "EarlyFraudWarningRetrieveParams",
    answers: "EarlyFraudWarning",
  },
  "GET /v1/radar/early_fraud_warnings": {
    takes: "EarlyFraudWarningListParams",
    answers: { listOf: "EarlyFraudWarning" },
  },

  "POST /v1/customers/:id/balance_transactions": {
    takes: "CustomerCreateBalanceTransactionParams",
    answers: "CustomerBalanceTransaction",
  },
  "GET /v1/customers/:id/balance_transactions": {
    takes: "CustomerListBalanceTransactionsParams",
    answers: { listOf: "CustomerBalanceTransaction" },
  },

  "POST /v1/customers/:id/tax_ids": { takes: "CustomerCreateTaxIdParams", answers: "TaxId" },
  "GET /v1/customers/:id/tax_ids": { takes: "CustomerListTaxIdsParams", answers: { listOf: "TaxId" } },
  "GET /v1/customers/:id/tax_ids/:part": { takes: "CustomerRetrieveTaxIdParams", answers: "TaxId" },
  "DELETE /v1/customers/:id/tax_ids/:part": { takes: "CustomerDeleteTaxIdParams", answers: "DeletedTaxId" },

  "POST /v1/coupons": { takes: "CouponCreateParams", answers: "Coupon" },
  "GET /v1/coupons/:id": { takes: "CouponRetrieveParams", answers: "Coupon" },
  "GET /v1/coupons": { takes: "CouponListParams", answers: { listOf: "Coupon" } },

  "POST /v1/promotion_codes": { takes: "PromotionCodeCreateParams", answers: "PromotionCode" },
  "GET /v1/promotion_codes/:id": { takes: "PromotionCodeRetrieveParams", answers: "PromotionCode" },
  "GET /v1/promotion_codes": { takes: "PromotionCodeListParams", answers: { listOf: "PromotionCode" } },

  "GET /v1/events/:id": { takes: "EventRetrieveParams", answers: "EventBase" },
  "GET /v2/core/events/:id": { takes: "EventRetrieveParams", answers: "ThinEvent" },
  "GET /v1/events": { takes: "EventListParams", answers: { listOf: "EventBase" } },
};

/** The objects that only events contain. */
export const EVENT_OBJECTS: readonly string[] = ["Charge"];

/** Names above that are not a type in the top level of the SDK. */
export const COMBINED: Readonly<Record<string, string>> = {
  CustomerOrDeleted: "Stripe.Customer | Stripe.DeletedCustomer",
  EarlyFraudWarning: "Stripe.Radar.EarlyFraudWarning",
  EarlyFraudWarningRetrieveParams: "Stripe.Radar.EarlyFraudWarningRetrieveParams",
  EarlyFraudWarningListParams: "Stripe.Radar.EarlyFraudWarningListParams",
  ThinEvent: `Omit<Stripe.Events.V1BillingMeterErrorReportTriggeredEvent, "fetchRelatedObject"> | Stripe.Events.V1BillingMeterNoMeterFoundEvent`,
  Meter: "Stripe.Billing.Meter",
  MeterCreateParams: "Stripe.Billing.MeterCreateParams",
  MeterRetrieveParams: "Stripe.Billing.MeterRetrieveParams",
  MeterListParams: "Stripe.Billing.MeterListParams",
  MeterListEventSummariesParams: "Stripe.Billing.MeterListEventSummariesParams",
  MeterEvent: "Stripe.Billing.MeterEvent",
  MeterEventCreateParams: "Stripe.Billing.MeterEventCreateParams",
  MeterEventSummary: "Stripe.Billing.MeterEventSummary",
};

/** The `object` values that the sandbox returns. A reference to any other kind of object can only be an id. */
export const RETURNED_OBJECTS = [
  "billing.meter",
  "billing.meter_event",
  "billing.meter_event_summary",
  "card",
  "charge",
  "coupon",
  "customer",
  "customer_balance_transaction",
  "discount",
  "dispute",
  "event",
  "invoice",
  "invoice_payment",
  "line_item",
  "list",
  "payment_intent",
  "payment_method",
  "plan",
  "price",
  "product",
  "promotion_code",
  "radar.early_fraud_warning",
  "refund",
  "setup_intent",
  "subscription",
  "subscription_item",
  "tax_id",
  "token",
  "v2.core.event",
] as const;
