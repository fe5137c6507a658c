/** Reference: Express streaming one small page with React, and nothing else. */
import express from "express";
import { createElement as h } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { SignInForm } from "./sign-in-form.mjs";

const web = express();

web.get("/signin", (_request, response) => {
  const page = h(
    "html",
    { lang: "en" },
    h("head", null, h("title", null, "Sign in")),
    h("body", null, h(SignInForm)),
  );
  const { pipe } = renderToPipeableStream(page, {
    onShellReady() {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      pipe(response);
    },
  });
});

web.listen(Number(process.env.PORT), "127.0.0.1");
