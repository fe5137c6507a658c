/** The small page that both React alone and bare Remix render. */
import { createElement as h } from "react";

/** A sign-in form: two labelled fields, a button and a link. */
export function SignInForm() {
  return h(
    "main",
    null,
    h("h1", null, "Sign in"),
    h(
      "form",
      { method: "post", action: "/signin" },
      createField({ label: "Email", name: "email", type: "email", autoComplete: "username" }),
      createField({
        label: "Password",
        name: "password",
        type: "password",
        autoComplete: "current-password",
      }),
      h("button", { type: "submit" }, "Sign in"),
    ),
    h("p", null, "No account yet? ", h("a", { href: "/signup" }, "Create one")),
  );
}

function createField({ label, ...attributes }) {
  return h(
    "div",
    null,
    h("label", { htmlFor: attributes.name }, label),
    h("input", { id: attributes.name, required: true, ...attributes }),
  );
}
