/** For tests: a page with a form, whose server answers as the test says. */
import { act, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { FormReply } from "~/domain/forms/reply";
import type { Locale } from "~/domain/locales";
import { Toaster } from "~/ui/toast/toaster";
import { WithTexts } from "./with-texts";

export interface Request {
  values: Record<string, string>;
  contentType: string;
}

export interface FormPage {
  /** The requests that the server received, in order. */
  requests: Request[];
  /** Answers the server's last request. */
  answer(reply: FormReply | Response): Promise<void>;
  at(): string;
}

export interface FormPageOptions {
  locale?: Locale;
  /** The reply that the page contains, as after a form that was submitted without scripts. */
  posted?: FormReply;
}

/** Renders the form at /page, which is also its action. Other paths are empty pages. */
export function renderForm(form: ReactElement, { locale = "en", posted }: FormPageOptions = {}): FormPage {
  document.addEventListener("submit", removeFalseSubmitter, true);
  const requests: Request[] = [];
  let answerNow: (reply: FormReply | Response) => void = () => undefined;
  const router = createMemoryRouter(
    [
      {
        id: "page",
        path: "/page",
        element: form,
        action: async ({ request }) => {
          const values = Object.fromEntries((await request.formData()).entries());
          requests.push({
            values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)])),
            contentType: (request.headers.get("Content-Type") ?? "").split(";")[0] ?? "",
          });
          return await new Promise<FormReply | Response>((resolve) => {
            answerNow = resolve;
          });
        },
      },
      { path: "*", element: <p>elsewhere</p> },
    ],
    {
      initialEntries: ["/page"],
      hydrationData: { loaderData: {}, actionData: posted ? { page: posted } : null },
    },
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

/** When a script submits a form, happy-dom names the form itself as submitter; browsers use null. */
function removeFalseSubmitter(event: SubmitEvent): void {
  if (event.submitter === event.target) Object.defineProperty(event, "submitter", { value: null });
}

function toText(value: FormDataEntryValue): string {
  return typeof value === "string" ? value : `${value.name} (${value.type})`;
}
