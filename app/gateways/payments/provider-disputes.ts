/** Disputes and early fraud warnings at the payment provider: the part of its interface that reads them. */
import type { DisputeFacts } from "~/domain/disputes";

/** As of `Payments`, every call throws AppError `unavailable` when the provider cannot be reached or fails. */
export interface ProviderDisputes {
  /** The dispute or warning as it is now; null when the provider does not have it, or it is about no payment of a customer. */
  findDispute(query: Pick<ProviderDispute, "id" | "kind">): Promise<ProviderDispute | null>;

  /** The disputes and warnings about payments of customers that were opened since. */
  listDisputes(query: { since: Date }): Promise<ListedDispute[]>;
}

/** A disputed payment of a customer, or a bank's warning about one. */
export interface ProviderDispute extends DisputeFacts {
  customerId: string;
}

/** The same without its invoice, which is a call of its own. */
export type ListedDispute = Omit<ProviderDispute, "invoiceId" | "subscriptionId">;
