/** The map: every URL of the product, grouped by layout. Remix matches those of an area together (domain/areas.ts). */
import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

export default [
  // Auth layout: its pages bring their own title and text into it.
  index("routes/auth/sign-in.tsx", { id: "start" }),
  route("signin", "routes/auth/sign-in.tsx"),
  route("signin/impersonate", "routes/auth/impersonate.tsx"),
  route("signin/otp", "routes/auth/otp.tsx"),
  route("signin/social", "routes/auth/social.tsx"),
  route("signup", "routes/auth/sign-up.tsx"),
  route("signup/verify", "routes/auth/verify.tsx"),
  route("signup/plan", "routes/signup/plan.tsx"),
  route("signup/waiting", "routes/auth/waiting.tsx"),
  route("signin/magic", "routes/auth/magic-request.tsx"),
  route("magic", "routes/auth/magic.tsx"),
  route("forgotpassword", "routes/auth/forgot-password.tsx"),
  route("resetpassword", "routes/auth/reset-password.tsx"),
  route("signup/user", "routes/auth/join.tsx"),
  route("unsubscribe", "routes/auth/unsubscribe.tsx"),

  // Onboarding layout
  route("welcome", "routes/onboarding/welcome.tsx"),
  route("setup", "routes/onboarding/setup.tsx"),

  // App layout
  layout("routes/layouts/app.tsx", [
    route("dashboard", "routes/dashboard/dashboard.tsx"),
    route("help", "routes/dashboard/help.tsx"),
    route("feedback", "routes/dashboard/feedback.tsx"),
    route("master", "routes/master/overview.tsx"),
    route("master/people", "routes/master/people.tsx"),
    route("master/accounts", "routes/master/accounts.tsx"),
    route("master/people/details", "routes/master/person.tsx"),
    route("master/accounts/details", "routes/master/account.tsx"),
    route("master/audit", "routes/master/audit.tsx"),
    route("master/accounts/acts", "routes/master/account-acts.tsx"),
    route("master/accounts/billing", "routes/master/account-billing.tsx"),
    route("master/mails", "routes/master/mails.tsx"),
    route("master/webhooks", "routes/master/webhooks.tsx"),
    route("master/jobs", "routes/master/jobs.tsx"),
    route("master/feedback", "routes/master/feedback.tsx"),
    route("master/events", "routes/master/events.tsx"),
    route("master/site", "routes/master/site.tsx"),
    route("master/health", "routes/master/health.tsx"),
    route("master/impersonate", "routes/master/sign-in-as.tsx"),
    route("account", "routes/account/index.tsx"),
    layout("routes/layouts/account.tsx", [
      route("account/profile", "routes/account/profile.tsx"),
      route("account/security", "routes/account/security.tsx"),
      route("account/password", "routes/account/password.tsx"),
      route("account/2fa", "routes/account/two-factor.tsx"),
      route("account/2fa/setup", "routes/account/two-factor-setup.tsx"),
      route("account/2fa/codes", "routes/account/two-factor-codes.tsx"),
      route("account/2fa/off", "routes/account/two-factor-off.tsx"),
      route("account/profile/networks/link", "routes/account/networks-link.tsx"),
      route("account/billing", "routes/account/billing.tsx"),
      route("account/upgrade", "routes/account/upgrade.tsx"),
      route("account/notifications", "routes/account/notifications.tsx"),
      route("account/apikeys", "routes/account/api-keys.tsx"),
      route("account/apikeys/create", "routes/account/api-key-create.tsx"),
      route("account/apikeys/edit", "routes/account/api-key-edit.tsx"),
      route("account/webhooks", "routes/account/webhooks.tsx"),
      route("account/webhooks/create", "routes/account/webhook-create.tsx"),
      route("account/webhooks/edit", "routes/account/webhook-edit.tsx"),
      route("account/users", "routes/account/users.tsx"),
      route("account/users/invite", "routes/account/invite.tsx"),
      route("account/users/selected", "routes/account/users-selected.tsx"),
      route("account/users/edit", "routes/account/user-edit.tsx"),
      route("account/owner", "routes/account/owner.tsx"),
      route("account/leave", "routes/account/leave.tsx"),
      route("account/activity", "routes/account/activity.tsx"),
    ]),
  ]),

  // What belongs to every page: forms of the menus, a download, and the way to a network and back
  route("auth/:network", "routes/auth/network.ts"),
  route("auth/:network/callback", "routes/auth/network-callback.ts"),
  route("signout", "routes/auth/sign-out.ts"),
  route("switch", "routes/auth/switch.ts"),
  route("account/profile/export", "routes/account/profile-export.ts"),
  route("account/users/export", "routes/account/users-export.ts"),
  route("preferences", "routes/account/preferences.ts"),
  route("impersonation/end", "routes/auth/impersonation-end.ts"),

  // The API and its documentation: the paths of its calls stand in app/services/operations.server.ts
  route("api/docs", "routes/api-docs/reference.tsx"),
  route("api/docs/try", "routes/api-docs/try.tsx"),
  route("api/webhook/stripe", "routes/api.webhook.stripe.ts"),
  route("api/openapi.json", "routes/api.openapi.ts"),
  route("api/*", "routes/api.$.ts"),

  // For developers: the pieces of the interface, and stand-ins of the outside world; 404 where the product is public
  route("dev/kit", "routes/dev/kit.tsx"),
  route("dev/billing", "routes/dev/billing.tsx"),
  route("dev/mail", "routes/dev/mail.tsx"),
  route("dev/mail/:id", "routes/dev/mail-message.tsx"),
  route("dev/mail/:id/attachments/:index", "routes/dev/mail-attachment.ts"),

  // Everything else
  route("notfound", "routes/not-found.tsx", { id: "notfound" }),
  route("404", "routes/not-found.tsx", { id: "404" }),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
