/** Refreshes the page of an endpoint while one of the deliveries that it shows is being sent. */
import { useEffect, useState } from "react";
import { seconds } from "~/domain/limits";
import type { DeliveryView } from "~/domain/webhook-endpoints";
import { useAutoRefresh } from "../session/use-auto-refresh";

/** A timer cannot wait for longer than 24 days; a retry is due within one. */
const DUE_CHECKED_EVERY_MS = seconds(10);

/** Between two attempts the page rests: the next one may be hours away. */
export function useDeliveryRefresh(deliveries: readonly DeliveryView[]): void {
  const [now, setNow] = useState(0);
  const due = deliveries.flatMap(({ attempts, next_attempt_at: at }) =>
    // The first attempt is due at once, whatever the time is on this machine.
    at === null ? [] : [attempts === 0 ? 0 : Date.parse(at)],
  );
  const isWaiting = due.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), DUE_CHECKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  useAutoRefresh(due.some((at) => at <= now));
}
