/** The central handler: decides what the page does when a request fails. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import type { FormReply } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { showToast, type ToastHandle } from "../toast/toast";
import { useTexts } from "../use-texts";
import { translateMessage } from "./form-state";

export interface RequestFailure {
  /** The HTTP status; missing or 0 when there was no response. */
  status?: number;
  /** The body of the response: parsed JSON, or plain text. */
  body?: unknown;
  /** The error that was thrown. */
  error?: unknown;
  /** Sends the same request again; offered where the user did nothing wrong. */
  retry?: () => void;
  /** The toast stays until the user closes it. */
  isLasting?: boolean;
}

export type ErrorReaction =
  /** `message` is the reason, when the target page cannot know it. */
  | { kind: "navigate"; to: string; message?: Message }
  | { kind: "toast"; title?: Message; description: Message; isLogged: boolean };

/** Whether the server failed or could not be reached, so that the form can be sent again as it is. */
export function isFault(reply: FormReply | undefined): boolean {
  return reply?.ok === false && !isRefused(reply);
}

/** The reaction to a failure on the page `at`. It never navigates to the page that the user is already on. */
export function toErrorReaction({ status, body, error }: RequestFailure, at: string): ErrorReaction {
  const to = findRedirectPath(status, body);
  if (to !== null && !isOnPage(to, at)) {
    return { kind: "navigate", to, message: findMessage(body) ?? undefined };
  }
  if (status === 429) {
    return {
      kind: "toast",
      description: findPlainText(body) ?? findMessage(body) ?? MESSAGE,
      isLogged: false,
    };
  }
  return {
    kind: "toast",
    title: "form:errors.title",
    description: findMessage(body) ?? findMessage(error) ?? MESSAGE,
    isLogged: !status,
  };
}

/** Returns the function that handles every failed request. It returns the toast that it shows, or null. */
export function useCentralErrors(): (failure: RequestFailure) => ToastHandle | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { t } = useTexts("form");
  return useCallback(
    (failure) => {
      const reaction = toErrorReaction(failure, pathname);
      if (reaction.kind === "navigate") {
        const { to, message } = reaction;
        const reason = message && translateMessage(t, message);
        navigate(to, { state: { reason } });
        if (reason && to === paths.signIn) showToast({ variant: "error", title: reason });
        return null;
      }
      if (reaction.isLogged) console.error(failure.error ?? failure.body);
      return showToast({
        // The same failure again replaces its toast.
        id: `failure: ${reaction.description}`,
        variant: "error",
        isLasting: failure.isLasting ?? false,
        retry:
          failure.retry && !isRefused(failure) ? { label: t("errors.retry"), run: failure.retry } : undefined,
        title: reaction.title && translateMessage(t, reaction.title),
        description: translateMessage(t, reaction.description),
      });
    },
    [navigate, pathname, t],
  );
}

const MESSAGE = "form:errors.message";

/** The server has rejected the request: it would reject the same request again. */
function isRefused({ status }: RequestFailure): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

function findRedirectPath(status: number | undefined, body: unknown): string | null {
  if (status === 401) return paths.signIn;
  if (status === 404) return paths.missing;
  if (status === 402 && !isRefusedWithoutPlan(body)) return paths.upgradeTo(findPlanName(body));
  return null;
}

/** A page's form whose sender cannot upgrade: the form shows the message, which names whom to ask. */
function isRefusedWithoutPlan(body: unknown): boolean {
  return readProperty(body, "ok") === false && readProperty(body, "plan") === undefined;
}

function isOnPage(to: string, at: string): boolean {
  const isSignIn = to === paths.signIn && at === paths.home;
  return isSignIn || to.split("?")[0] === at;
}

function findMessage(source: unknown): string | null {
  const message = readProperty(source, "message");
  return typeof message === "string" && message !== "" ? message : null;
}

function findPlainText(body: unknown): string | null {
  return typeof body === "string" && body !== "" ? body : null;
}

/** The API puts the plan into `data`; a page's action puts it next to `message`. */
function findPlanName(body: unknown): string {
  const plan = readProperty(readProperty(body, "data"), "plan") ?? readProperty(body, "plan");
  return typeof plan === "string" ? plan : "";
}

function readProperty(source: unknown, name: string): unknown {
  return typeof source === "object" && source !== null ? Reflect.get(source, name) : undefined;
}
