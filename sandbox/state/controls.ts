/** The settings that testers make on the sandbox's own page, and the events that the webhook has received. */

export type PaymentOutcome = "asks" | "fails" | "succeeds";

/** How the next payment without the card holder ends, once. */
export interface NextPayment {
  /** Null: the next payment of any customer. */
  customerId: string | null;
  outcome: PaymentOutcome;
}

/** The attempts to send one event. */
interface SendingLog {
  attempts: number;
  /** The receiver's last status; null when it could not be reached. */
  lastStatus: number | null;
  /** Seconds on the sandbox's clock; null until the receiver has accepted the event. */
  deliveredAt: number | null;
}

export interface Controls {
  nextPayments: NextPayment[];
  /** While true, deliveries wait. */
  isHeld: boolean;
  /** While true, each new event is sent twice. */
  sendsTwice: boolean;
  /** Event id → the attempts to send it, in the order of first attempts. */
  sent: Record<string, SendingLog>;
}

export function emptyControls(): Controls {
  return { nextPayments: [], isHeld: false, sendsTwice: false, sent: {} };
}
