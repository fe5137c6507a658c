/** What happens when a request fails, decided in one place. Spec §8. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { toast, type ToastHandle } from "../toast/toast";
import { textOf } from "./messages";

export interface Failure {
  /** HTTP status; missing or 0 when there was no answer at all. */
  status?: number;
  /** The body of the answer: JSON as read, or plain text. */
  body?: unknown;
  /** What was thrown. */
  error?: unknown;
  /** Sends the same again; offered where the sender did nothing wrong. */
  retry?: () => void;
}

export type Answer =
  /** `said` is why, where the page it leads to cannot know. */
  | { kind: "navigate"; to: string; said?: Message }
  | { kind: "toast"; title?: Message; description: Message; isLogged: boolean };

/**
 * Whether a failure is for the sender of the form to correct: its message then stands in the form. Where a status has
 * its own page, or the server failed, the central handler decides.
 */
export function isForSender({ status, body }: Failure, at: string): boolean {
  const to = destinationOf(status, body);
  return isRefused({ status }) && (to === null || isAlreadyThere(to, at));
}

/** The row of spec §8's table for a failure on the page `at`. Nobody is sent to where they already are. */
export function answerTo({ status, body, error }: Failure, at: string): Answer {
  const to = destinationOf(status, body);
  if (to !== null && !isAlreadyThere(to, at)) {
    const said = to === paths.signIn ? messageIn(body) : null;
    return { kind: "navigate", to, ...(said && { said }) };
  }
  if (status === 429) {
    return { kind: "toast", description: plainText(body) ?? messageIn(body) ?? MESSAGE, isLogged: false };
  }
  return {
    kind: "toast",
    title: "form:errors.title",
    description: messageIn(body) ?? messageIn(error) ?? MESSAGE,
    isLogged: !status,
  };
}

/** Returns the function that every failed request goes through; it answers the notification of what can be tried again. */
export function useCentralErrors(): (failure: Failure) => ToastHandle | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { t } = useTranslation("form");
  return useCallback(
    (failure) => {
      const answer = answerTo(failure, pathname);
      if (answer.kind === "navigate") {
        navigate(answer.to);
        if (answer.said) toast({ variant: "error", title: textOf(t, answer.said) });
        return null;
      }
      if (answer.isLogged) console.error(failure.error ?? failure.body);
      return toast({
        // The same failure again is shown once, anew.
        id: `failure: ${answer.description}`,
        variant: "error",
        ...(failure.retry &&
          !isRefused(failure) && { retry: { label: t("errors.retry"), run: failure.retry } }),
        ...(answer.title && { title: textOf(t, answer.title) }),
        description: textOf(t, answer.description),
      });
    },
    [navigate, pathname, t],
  );
}

const MESSAGE = "form:errors.message";

/** The server has understood the request and will not do it: the same again would be refused again. */
function isRefused({ status }: Failure): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

function destinationOf(status: number | undefined, body: unknown): string | null {
  if (status === 401) return paths.signIn;
  if (status === 404) return paths.missing;
  if (status === 402) return paths.upgradeTo(planIn(body));
  return null;
}

function isAlreadyThere(to: string, at: string): boolean {
  const isSignIn = to === paths.signIn && at === paths.home;
  return isSignIn || to.split("?")[0] === at;
}

function messageIn(source: unknown): string | null {
  const message = read(source, "message");
  return typeof message === "string" && message !== "" ? message : null;
}

function plainText(body: unknown): string | null {
  return typeof body === "string" && body !== "" ? body : null;
}

/** The API puts the plan in `data`, a page's form beside it. */
function planIn(body: unknown): string {
  const plan = read(read(body, "data"), "plan") ?? read(body, "plan");
  return typeof plan === "string" ? plan : "";
}

function read(source: unknown, name: string): unknown {
  return typeof source === "object" && source !== null ? Reflect.get(source, name) : undefined;
}
