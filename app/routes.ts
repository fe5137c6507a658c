/** THE MAP: every address of the product, in the order of the spec's tables, grouped by layout. */
import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

export default [
  // Auth layout: its pages bring their own title and text into it.
  index("routes/auth/sign-in.tsx", { id: "start" }),
  route("signin", "routes/auth/sign-in.tsx"),
  route("signup", "routes/auth/sign-up.tsx"),
  route("signup/verify", "routes/auth/verify.tsx"),
  route("signup/plan", "routes/signup/plan.tsx"),
  route("signup/waiting", "routes/auth/waiting.tsx"),

  // Onboarding layout
  route("welcome", "routes/onboarding/welcome.tsx"),

  // App layout
  layout("routes/layouts/app.tsx", [
    route("dashboard", "routes/dashboard/dashboard.tsx"),
    route("help", "routes/dashboard/help.tsx"),
    route("account", "routes/account/index.tsx"),
    layout("routes/layouts/account.tsx", [
      route("account/profile", "routes/account/profile.tsx"),
      route("account/billing", "routes/account/billing.tsx"),
    ]),
  ]),

  // Forms without a page of their own
  route("signup/verify/request", "routes/auth/verify-request.ts"),
  route("signout", "routes/auth/sign-out.ts"),
  route("switch", "routes/auth/switch.ts"),
  route("preferences", "routes/account/preferences.ts"),

  // The API, in the order of spec §7
  route("api/auth", "routes/api/auth.ts"),
  route("api/auth/switch", "routes/api/auth-switch.ts"),
  route("api/account", "routes/api/account.ts"),
  route("api/user", "routes/api/user.ts"),
  route("api/user/verify", "routes/api/user-verify.ts"),
  route("api/user/verify/request", "routes/api/user-verify-request.ts"),
  route("api/user/permissions", "routes/api/user-permissions.ts"),
  route("api/account/plans", "routes/api/account-plans.ts"),
  route("api/account/plan", "routes/api/account-plan.ts"),
  route("api/account/subscription", "routes/api/account-subscription.ts"),
  route("api/utility/mail", "routes/api/utility-mail.ts"),
  route("api/demo", "routes/api/demo.ts"),
  route("api/webhook/stripe", "routes/api/webhook-stripe.ts"),
  route("api/openapi.json", "routes/api/openapi.ts"),
  route("api/*", "routes/api/unknown.ts"),

  // Stand-ins of the outside world; 404 where the real one is in use
  route("dev/mail", "routes/dev/mail.tsx"),
  route("dev/mail/:id", "routes/dev/mail-message.tsx"),

  // Everything else
  route("notfound", "routes/not-found.tsx", { id: "notfound" }),
  route("404", "routes/not-found.tsx", { id: "404" }),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
