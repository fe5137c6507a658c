/** The map: every URL of the product, grouped by layout. Remix matches those of an area together (domain/areas.ts). */
import { index, layout, route, type RouteConfig } from "@remix-run/route-config";
import type { PagePath } from "./domain/paths";
import { REPLACED_PAGES } from "./product/pages";
import { OWN_ROUTES } from "./product/routes";

/** The route of a page. A path that domain/paths.ts does not have does not compile. */
const page = (path: PagePath, file: string, options: { id?: string } = {}) =>
  route(path.slice(1), findOwnFile(path) ?? file, options);

/** The founder's page in the place of the product's, from app/product/pages.ts. */
function findOwnFile(path: PagePath): string | undefined {
  const file = REPLACED_PAGES[path];
  return file && `product/${file}`;
}

/** The founder's own pages of a layout, from app/product/routes.ts. */
const ownPages = (layoutName: keyof typeof OWN_ROUTES) =>
  OWN_ROUTES[layoutName].map(([path, file]) => page(path, `product/${file}`));

export default [
  // Auth layout: its pages bring their own title and text into it.
  index("routes/auth/sign-in.tsx", { id: "start" }),
  page("/signin", "routes/auth/sign-in.tsx"),
  page("/signin/impersonate", "routes/auth/impersonate.tsx"),
  page("/signin/otp", "routes/auth/otp.tsx"),
  page("/signin/social", "routes/auth/social.tsx"),
  page("/signup", "routes/auth/sign-up.tsx"),
  page("/signup/verify", "routes/auth/verify.tsx"),
  page("/signup/plan", "routes/signup/plan.tsx"),
  page("/signup/waiting", "routes/auth/waiting.tsx"),
  page("/signin/magic", "routes/auth/magic-request.tsx"),
  page("/magic", "routes/auth/magic.tsx"),
  page("/forgotpassword", "routes/auth/forgot-password.tsx"),
  page("/resetpassword", "routes/auth/reset-password.tsx"),
  page("/signup/user", "routes/auth/join.tsx"),
  page("/unsubscribe", "routes/auth/unsubscribe.tsx"),
  ...ownPages("auth"),

  // Onboarding layout
  page("/welcome", "routes/onboarding/welcome.tsx"),
  page("/setup", "routes/onboarding/setup.tsx"),

  // App layout
  layout("routes/layouts/app.tsx", [
    page("/dashboard", "routes/dashboard/dashboard.tsx"),
    page("/help", "routes/dashboard/help.tsx"),
    page("/feedback", "routes/dashboard/feedback.tsx"),
    page("/master", "routes/master/overview.tsx"),
    page("/master/people", "routes/master/people.tsx"),
    page("/master/accounts", "routes/master/accounts.tsx"),
    page("/master/people/details", "routes/master/person.tsx"),
    page("/master/accounts/details", "routes/master/account.tsx"),
    page("/master/audit", "routes/master/audit.tsx"),
    page("/master/accounts/acts", "routes/master/account-acts.tsx"),
    page("/master/accounts/billing", "routes/master/account-billing.tsx"),
    page("/master/mails", "routes/master/mails.tsx"),
    page("/master/webhooks", "routes/master/webhooks.tsx"),
    page("/master/jobs", "routes/master/jobs.tsx"),
    page("/master/feedback", "routes/master/feedback.tsx"),
    page("/master/events", "routes/master/events.tsx"),
    page("/master/site", "routes/master/site.tsx"),
    page("/master/health", "routes/master/health.tsx"),
    page("/master/impersonate", "routes/master/sign-in-as.tsx"),
    page("/account", "routes/account/index.tsx"),
    ...ownPages("app"),
    layout("routes/layouts/account.tsx", [
      page("/account/profile", "routes/account/profile.tsx"),
      page("/account/security", "routes/account/security.tsx"),
      page("/account/password", "routes/account/password.tsx"),
      page("/account/2fa", "routes/account/two-factor.tsx"),
      page("/account/2fa/setup", "routes/account/two-factor-setup.tsx"),
      page("/account/2fa/codes", "routes/account/two-factor-codes.tsx"),
      page("/account/2fa/off", "routes/account/two-factor-off.tsx"),
      page("/account/profile/networks/link", "routes/account/networks-link.tsx"),
      page("/account/billing", "routes/account/billing.tsx"),
      page("/account/upgrade", "routes/account/upgrade.tsx"),
      page("/account/notifications", "routes/account/notifications.tsx"),
      page("/account/apikeys", "routes/account/api-keys.tsx"),
      page("/account/apikeys/create", "routes/account/api-key-create.tsx"),
      page("/account/apikeys/edit", "routes/account/api-key-edit.tsx"),
      page("/account/webhooks", "routes/account/webhooks.tsx"),
      page("/account/webhooks/create", "routes/account/webhook-create.tsx"),
      page("/account/webhooks/edit", "routes/account/webhook-edit.tsx"),
      page("/account/users", "routes/account/users.tsx"),
      page("/account/users/invite", "routes/account/invite.tsx"),
      page("/account/users/selected", "routes/account/users-selected.tsx"),
      page("/account/users/edit", "routes/account/user-edit.tsx"),
      page("/account/owner", "routes/account/owner.tsx"),
      page("/account/leave", "routes/account/leave.tsx"),
      page("/account/activity", "routes/account/activity.tsx"),
      ...ownPages("account"),
    ]),
  ]),

  // What belongs to every page: forms of the menus, a download, and the way to an identity provider and back
  page("/auth/:network", "routes/auth/identity-provider.ts"),
  page("/auth/:network/callback", "routes/auth/identity-provider-callback.ts"),
  page("/signout", "routes/auth/sign-out.ts"),
  page("/switch", "routes/auth/switch.ts"),
  page("/account/profile/export", "routes/account/profile-export.ts"),
  page("/account/users/export", "routes/account/users-export.ts"),
  page("/preferences", "routes/account/preferences.ts"),
  page("/impersonation/end", "routes/auth/impersonation-end.ts"),
  ...ownPages("none"),

  // The API and its documentation: the paths of its calls stand in app/services/operations.server.ts
  page("/api/docs", "routes/api-docs/reference.tsx"),
  page("/api/docs/try", "routes/api-docs/try.tsx"),
  route("api/webhook/stripe", "routes/api.webhook.stripe.ts"),
  route("api/webhook/stripe/meter", "routes/api.webhook.stripe-meter.ts"),
  route("api/openapi.json", "routes/api.openapi.ts"),
  route("api/*", "routes/api.$.ts"),

  // For developers: the pieces of the interface, and stand-ins of the outside world; 404 where the product is public
  page("/dev/kit", "routes/dev/kit.tsx"),
  page("/dev/billing", "routes/dev/billing.tsx"),
  page("/dev/mail", "routes/dev/mail.tsx"),
  page("/dev/mail/:id", "routes/dev/mail-message.tsx"),
  page("/dev/mail/:id/attachments/:index", "routes/dev/mail-attachment.ts"),

  // Everything else
  page("/notfound", "routes/not-found.tsx", { id: "notfound" }),
  page("/404", "routes/not-found.tsx", { id: "404" }),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
