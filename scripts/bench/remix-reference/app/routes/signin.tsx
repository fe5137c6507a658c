/** The bare application's sign-in form. */
import { redirect } from "@remix-run/node";
import { SignInForm } from "../../../references/sign-in-form.mjs";

export const meta = () => [{ title: "Sign in" }];

export const loader = () => null;

export const action = () => redirect("/dashboard");

export default function SignIn() {
  return <SignInForm />;
}
