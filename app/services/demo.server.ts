/** Sample figures for a dashboard that has none of its own yet. Spec §7 "GET /api/demo". */
import { z } from "zod";
import { demoData } from "~/domain/demo";
import { operation } from "./operation.server";

const figure = z.object({ value: z.string(), label: z.string(), change: z.string(), icon: z.string() });

export const getDemo = operation({
  name: "getDemo",
  method: "GET",
  path: "/api/demo",
  summary: "Read the dashboard's sample figures, revenue and users.",
  access: { permission: "user", state: "subscribed" },
  input: z.object({}),
  output: z.object({ stats: z.array(figure), revenue: z.unknown(), users: z.array(z.unknown()) }),
  run: () => Promise.resolve({ data: demoData() }),
});
