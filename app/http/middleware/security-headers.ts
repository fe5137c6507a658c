/** Sets the security headers of every response, with a new nonce for the scripts of each page. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { findPagePolicy } from "~/domain/pages";
import { getPagePath } from "./request-url";

interface HeaderOptions {
  isHttps: boolean;
  /** Stripe's scripts and frames may load, on the pages that take a card. Only with real keys. */
  usesStripe: boolean;
  /** The development server adds styles and a socket to pages. */
  isDevelopment: boolean;
}

const STRIPE = {
  js: "https://js.stripe.com",
  hooks: "https://hooks.stripe.com",
  api: "https://api.stripe.com",
};

/** Returns the nonce of this response, for the scripts of Remix. */
export function getNonce(response: Response): string {
  return String(response.locals.nonce);
}

export function setSecurityHeaders(options: HeaderOptions): RequestHandler[] {
  const common = helmetFor(options, { isCardPage: false });
  const onCardPages = options.usesStripe ? helmetFor(options, { isCardPage: true }) : common;
  return [
    (_request, response, next) => {
      response.locals.nonce = randomBytes(16).toString("base64");
      response.setHeader(
        "Permissions-Policy",
        "camera=(), microphone=(), geolocation=(), browsing-topics=()",
      );
      next();
    },
    (request, response, next) => {
      (findPagePolicy(getPagePath(request))?.takesCard ? onCardPages : common)(request, response, next);
    },
    (request, response, next) => {
      if (findPagePolicy(getPagePath(request))?.isSecret)
        response.setHeader("Referrer-Policy", "no-referrer");
      next();
    },
  ];
}

function helmetFor({ isHttps, isDevelopment }: HeaderOptions, { isCardPage }: { isCardPage: boolean }) {
  const nonce = (_request: IncomingMessage, response: ServerResponse) =>
    `'nonce-${getNonce(response as Response)}'`;
  const stripe = isCardPage ? STRIPE : null;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonce, ...(stripe ? [stripe.js] : [])],
        styleSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
        // Charts and the card field position elements by style attributes.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(stripe ? [stripe.api] : []), ...(isDevelopment ? ["ws:"] : [])],
        frameSrc: stripe ? ["'self'", stripe.js, stripe.hooks] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    frameguard: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
}

/** Applies to every response, also to those before the other headers: a browser must not take one for another type. */
export const preventSniffing: RequestHandler = (_request, response, next) => {
  response.setHeader("X-Content-Type-Options", "nosniff");
  next();
};

/** Pages and data are private or contain a nonce, so no cache may store them. Static files are served before this. */
export const preventCaching: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "no-store");
  next();
};
