/** How many connections the driver uses: counted from its events, because it does not tell its pools. */
import type { MongoClient } from "mongodb";
import type { PoolUse } from "../database";

/** Call before the clients connect. `max` is the most connections of all of them together. */
export function countConnections(clients: readonly MongoClient[], max: number): () => PoolUse {
  const counts = { open: 0, used: 0, waiting: 0 };
  for (const client of clients) {
    client.on("connectionCreated", () => (counts.open += 1));
    client.on("connectionClosed", () => (counts.open -= 1));
    client.on("connectionCheckOutStarted", () => (counts.waiting += 1));
    client.on("connectionCheckOutFailed", () => (counts.waiting -= 1));
    client.on("connectionCheckedOut", () => {
      counts.waiting -= 1;
      counts.used += 1;
    });
    client.on("connectionCheckedIn", () => (counts.used -= 1));
  }
  return () => {
    const { open, used, waiting } = counts;
    return { used, idle: Math.max(0, open - used), waiting, max };
  };
}
