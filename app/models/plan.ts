/** Plans are data: what an account can be subscribed to. Spec §3, design: billing. */
import type { Interval, PlanType } from "~/domain/plans";
import { boolean, id, integer, nullable, string, type Entity } from "./store/entity";

export interface PlanRow {
  id: string;
  name: string;
  type: PlanType;
  /** Minor units, for each interval; of a seat plan: for each seat; of a tiered plan: what is paid before any usage. */
  priceMinor: number;
  /** ISO 4217, lower case. */
  currency: string;
  interval: Interval;
  trialDays: number;
  /** Most members; null: no limit. */
  seatLimit: number | null;
  /** API calls included each month; null: no limit. */
  apiCallLimit: number | null;
  /** Tiered: minor units for each 1,000 API calls beyond the included ones. */
  overagePriceMinor: number | null;
  isActive: boolean;
  position: number;
}

export const planEntity: Entity<PlanRow> = {
  table: "plans",
  belongsTo: null,
  fields: {
    id: id(),
    name: string(100),
    type: string(16),
    priceMinor: integer(),
    currency: string(3),
    interval: string(8),
    trialDays: integer(),
    seatLimit: nullable(integer()),
    apiCallLimit: nullable(integer()),
    overagePriceMinor: nullable(integer()),
    isActive: boolean(),
    position: integer(),
  },
  indexes: [["position"]],
};
