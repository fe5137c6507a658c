/** The sign-ins of the demo, as the command prints them. */
import { paths } from "../../app/domain/paths";
import type { App } from "../../app/services/platform/app.server";
import { COMPANY, createDemoPassword, createTeam, MASTER, SECOND_ACCOUNT } from "./people";

/** A table of people with every role, and the password of all. */
export function formatSignIns(app: Pick<App, "config" | "secrets">): string {
  const { owner, members } = createTeam(new Date());
  const getEmail = (role: string, number: number) =>
    members.filter(({ permission }) => permission === role)[number]?.email ?? "";
  const lines: [email: string, role: string, account: string][] = [
    ["Email", "Role", "Account"],
    [owner.email, "owner", `${COMPANY}; developer of ${SECOND_ACCOUNT}`],
    [getEmail("admin", 0), "admin", `${COMPANY}; owner of ${SECOND_ACCOUNT}`],
    [getEmail("developer", 0), "developer", COMPANY],
    [getEmail("user", 0), "user", COMPANY],
    [MASTER.email, "operator", `mission control, at ${paths.master}`],
  ];
  const width = Math.max(...lines.map(([email]) => email.length)) + 2;
  const table = lines.map(([email, role, account]) => `  ${email.padEnd(width)}${role.padEnd(12)}${account}`);
  return [
    `Sign in at ${app.config.appUrl}${paths.signIn}`,
    "",
    ...table,
    "",
    `  Password of all: ${createDemoPassword(app)}`,
    "",
    "These sign-ins are for demos on this machine. Do not put this data folder on a server.",
  ].join("\n");
}
