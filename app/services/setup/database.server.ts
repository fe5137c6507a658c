/** The step Database: tries another database, and lets the product move to it while it has no users. */
import { join } from "node:path";
import * as z from "zod";
import type { Config } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import { databaseForm, type DatabaseInput } from "~/domain/forms/setup";
import { toMessage } from "~/domain/messages";
import { isDatabaseServer, type DatabaseClient, type DatabaseServer } from "~/domain/setup";
import { hasHadUsers } from "~/models/user.server";
import type { App } from "../platform/app.server";
import {
  tryDatabase,
  type DatabaseAnswer,
  type DatabaseFault,
  type DatabaseTarget,
} from "../checks/database-target.server";
import { defineOperation } from "../platform/operation.server";
import { outcomeShape, saveStep, type StepFinding } from "./save-step.server";
import { readStepResponse, stepShape } from "./step-view.server";

export const getSetupDatabase = defineOperation({
  name: "getSetupDatabase",
  method: "GET",
  path: "/api/setup/database",
  summary: "Read whether a database URL is set and where it comes from. The URL itself is never shown.",
  access: { permission: "none" },
  isSetup: true,
  input: z.object({}),
  output: stepShape,
  run: (_input, { app }) => Promise.resolve({ data: readStepResponse(app, "database") }),
});

export const saveSetupDatabase = defineOperation({
  name: "saveSetupDatabase",
  method: "POST",
  path: "/api/setup/database",
  summary:
    "Test a database, migrate it, and move the product to it without a restart. Both the present database and the new one " +
    "must have no users. only_test saves nothing.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: databaseForm,
  output: outcomeShape,
  run(input, context) {
    const { config, store } = context.app;
    const target = toTarget(input, config);
    return saveStep(context, input, {
      step: "database",
      settings: { DATABASE_URL: input.client === "embedded" ? null : target.url },
      fields: { DATABASE_URL: "client" },
      guard: () => requireNoUsers(store),
      async test() {
        return [toDatabaseFinding(await tryDatabase(target), input.client)];
      },
    });
  },
});

const SCHEMES: Record<DatabaseServer, string> = {
  mysql2: "mysql",
  postgres: "postgres",
  mongo: "mongodb",
  mssql: "mssql",
  oracle: "oracle",
};

/** Every part is encoded, so that none of them can become another part of the URL. */
function toTarget(input: DatabaseInput, { dataDir }: Config): DatabaseTarget {
  const { client, host, port, user, password, name, filename } = input;
  if (!isDatabaseServer(client)) {
    const file = join(dataDir, client === "embedded" ? "app.db" : filename);
    return { url: `sqlite:${file}`, host: null, file };
  }
  const bare = host.replace(/^\[|\]$/g, "");
  const place = bare.includes(":") ? `[${bare}]` : bare;
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const at = client === "mongo" || port === undefined ? place : `${place}:${port}`;
  const url = `${SCHEMES[client]}://${credentials}@${at}/${encodeURIComponent(name)}`;
  return { url, host: bare, file: null };
}

/** Throws conflict when there were users: their data and the closed setup move only with a backup and a restore. */
async function requireNoUsers(store: App["store"]): Promise<void> {
  if (await hasHadUsers(store)) throw new AppError("conflict", "setup:database.present_has_users");
}

function toDatabaseFinding(answer: DatabaseAnswer, client: DatabaseClient): StepFinding {
  if (answer.kind === "fault") {
    const { fault } = answer;
    const field = isDatabaseServer(client) ? (FAULT_FIELDS[fault] ?? "host") : getFileField(client);
    return { level: "failure", message: toMessage(`setup:database.fault.${fault}`), field };
  }
  const { version, contents } = answer;
  const isFree = contents === "empty" || contents === "product";
  return {
    level: isFree ? "ok" : "failure",
    message: toMessage(`setup:database.contents.${contents}`, { version }),
    field: isDatabaseServer(client) ? "name" : getFileField(client),
  };
}

/** The field to correct; the host for any other fault. */
const FAULT_FIELDS: Partial<Record<DatabaseFault, string>> = {
  password: "password",
  no_database: "name",
  no_right: "user",
  driver: "client",
};

/** The embedded database has no field of its own. */
const getFileField = (client: DatabaseClient) => (client === "sqlite3" ? "filename" : "client");
