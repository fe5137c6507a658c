/** The signed events that the sandbox has sent, by the object that they are about. */
import type Stripe from "stripe";
import { waitFor } from "./product";

interface Delivery {
  body: Buffer;
  signature: string;
}

export const parseEvent = ({ body }: Pick<Delivery, "body">) => JSON.parse(body.toString()) as Stripe.Event;

/** Those of an object so far, once there are `count` of them. */
export async function awaitEventsOf(
  { deliveries }: { deliveries: readonly Delivery[] },
  { objectId, count }: { objectId: string; count: number },
): Promise<Delivery[]> {
  const list = () =>
    deliveries.filter((delivery) => {
      const { object } = parseEvent(delivery).data;
      return "id" in object && object.id === objectId;
    });
  await waitFor(() => list().length >= count, `${count} events of ${objectId}`);
  return list();
}

/** The first of an object, once a second one has followed it. */
export async function awaitFirstEventOf(
  { deliveries }: { deliveries: readonly Delivery[] },
  objectId: string,
): Promise<Delivery> {
  const [first] = await awaitEventsOf({ deliveries }, { objectId, count: 2 });
  if (!first) throw new Error(`there is no event of ${objectId}`);
  return first;
}
