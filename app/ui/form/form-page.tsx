/** For tests: a page with a form, whose server answers as the test says. */
import { act, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { FormReply } from "~/domain/forms/reply";
import type { Locale } from "~/domain/locales";
import { Toaster } from "../toast/toaster";
import { WithTexts } from "./with-texts";

export interface Request {
  values: Record<string, string>;
  contentType: string;
}

export interface FormPage {
  /** What the server got, in order. */
  requests: Request[];
  /** Lets the server answer the request it got last. */
  answer(reply: FormReply): Promise<void>;
  at(): string;
}

/** Shows the form at /page; its action is /page too. Other addresses are empty pages. */
export function renderForm(form: ReactElement, { locale = "en" }: { locale?: Locale } = {}): FormPage {
  const requests: Request[] = [];
  let answerNow: (reply: FormReply) => void = () => undefined;
  const router = createMemoryRouter(
    [
      {
        path: "/page",
        element: form,
        action: async ({ request }) => {
          const values = Object.fromEntries((await request.formData()).entries());
          requests.push({
            values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)])),
            contentType: (request.headers.get("Content-Type") ?? "").split(";")[0] ?? "",
          });
          return await new Promise<FormReply>((resolve) => {
            answerNow = resolve;
          });
        },
      },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: ["/page"] },
  );
  render(
    <WithTexts locale={locale}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
      <Toaster />
    </WithTexts>,
  );
  return {
    requests,
    at: () => router.state.location.pathname + router.state.location.search,
    answer: (reply) => act(async () => answerNow(reply)),
  };
}

function asText(value: FormDataEntryValue): string {
  return typeof value === "string" ? value : `${value.name} (${value.type})`;
}
