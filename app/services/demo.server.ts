/** Sample figures for the dashboard, until the product has its own. */
import * as z from "zod";
import { DEMO_STATS, DEMO_STATUSES, DEMO_UNITS, createDemoData } from "~/domain/demo";
import { ROLES } from "~/domain/roles";
import { defineOperation } from "./platform/operation.server";

const demoShape = z.object({
  stats: z.array(
    z.object({
      name: z.enum(DEMO_STATS),
      value: z.number(),
      unit: z.enum(DEMO_UNITS),
      change: z.string(),
      trend: z.array(z.number()),
    }),
  ),
  revenue: z.array(z.object({ month: z.string(), revenue: z.number() })),
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      permission: z.enum(ROLES),
      status: z.enum(DEMO_STATUSES),
      last_login: z.string().nullable(),
    }),
  ),
});

export const getDemo = defineOperation({
  name: "getDemo",
  method: "GET",
  path: "/api/demo",
  summary: "Read the dashboard's sample figures, revenue, and users.",
  access: { permission: "user", state: "subscribed" },
  input: z.object({}),
  output: demoShape,
  run: () => Promise.resolve({ data: createDemoData(new Date()) }),
});
