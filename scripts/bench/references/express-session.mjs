/** Reference: Express with one SQLite session look-up and JSON. */
import express from "express";
import { openSessions } from "./session-database.mjs";

const sessions = openSessions();
const web = express();

web.get("/", (_request, response) => {
  response.json({ status: "ready" });
});

web.get("/api/session", (request, response, next) => {
  const [, token = ""] = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "") ?? [];
  sessions
    .find(token)
    .then((user) => {
      if (user) response.json({ data: { authenticated: true, name: user.name, email: user.email } });
      else response.status(401).json({ message: "Sign in first." });
    })
    .catch(next);
});

web.listen(Number(process.env.PORT), "127.0.0.1");
