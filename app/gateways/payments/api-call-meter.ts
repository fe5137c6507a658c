/** API calls at the payment provider: the part of its interface that counts them, and says what they were billed for. */

/** As of `Payments`, every call throws AppError `unavailable` when the provider cannot be reached or fails. */
export interface ApiCallMeter {
  /** Ensures that the provider has the meter of the API calls. Idempotent. */
  ensureMeter(): Promise<void>;

  /**
   * Adds API calls to the customer's usage, once however often it is called with the same `id`. False when the provider
   * does not have the customer. The provider allows one call at a time for a customer.
   */
  reportApiCalls(report: ApiCallReport): Promise<boolean>;

  /** How many API calls the provider has of the customer in these minutes; null when it does not have the customer. */
  sumApiCalls(range: ApiCallRange): Promise<number | null>;

  /** The API calls on the customer's latest invoices, for each plan and period. Empty without the customer. */
  listBilledApiCalls(customerId: string): Promise<BilledApiCalls[]>;
}

/** The API calls of one event. */
export interface ApiCallReport {
  id: string;
  customerId: string;
  calls: number;
  at: Date;
}

/** From `from` until before `to`, both at the beginning of a minute. */
export interface ApiCallRange {
  customerId: string;
  from: Date;
  to: Date;
}

/** The API calls that an invoice charges, or includes. */
export interface BilledApiCalls {
  /** Null when the price was not created here. */
  planId: string | null;
  calls: number;
  periodStart: Date;
  periodEnd: Date;
  /** False while the invoice is a draft, in which the calls may still change. */
  isFinal: boolean;
}
