/** THE MAP: every address of the product, in the order of the spec's tables, grouped by layout. */
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

  // Onboarding layout
  route("welcome", "routes/onboarding/welcome.tsx"),

  // App layout
  layout("routes/layouts/app.tsx", [
    route("dashboard", "routes/dashboard/dashboard.tsx"),
    route("help", "routes/dashboard/help.tsx"),
    route("master", "routes/master/people.tsx"),
    route("master/accounts", "routes/master/accounts.tsx"),
    route("master/mails", "routes/master/mails.tsx"),
    route("master/impersonate", "routes/master/sign-in-as.tsx"),
    route("account", "routes/account/index.tsx"),
    layout("routes/layouts/account.tsx", [
      route("account/profile", "routes/account/profile.tsx"),
      route("account/password", "routes/account/password.tsx"),
      route("account/2fa", "routes/account/two-factor.tsx"),
      route("account/2fa/setup", "routes/account/two-factor-setup.tsx"),
      route("account/2fa/codes", "routes/account/two-factor-codes.tsx"),
      route("account/2fa/off", "routes/account/two-factor-off.tsx"),
      route("account/profile/networks/link", "routes/account/networks-link.tsx"),
      route("account/billing", "routes/account/billing.tsx"),
      route("account/notifications", "routes/account/notifications.tsx"),
      route("account/users", "routes/account/users.tsx"),
      route("account/users/invite", "routes/account/invite.tsx"),
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
  route("preferences", "routes/account/preferences.ts"),
  route("impersonation/end", "routes/auth/impersonation-end.ts"),

  // The API: its paths stand in app/services/operations.server.ts
  route("api/webhook/stripe", "routes/api.webhook.stripe.ts"),
  route("api/openapi.json", "routes/api.openapi.ts"),
  route("api/*", "routes/api.$.ts"),

  // Stand-ins of the outside world; 404 where the real one is in use
  route("dev/mail", "routes/dev/mail.tsx"),
  route("dev/mail/:id", "routes/dev/mail-message.tsx"),

  // Everything else
  route("notfound", "routes/not-found.tsx", { id: "notfound" }),
  route("404", "routes/not-found.tsx", { id: "404" }),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
