/** The backup codes in the answer to a form: they come once, and are nowhere else. */
import { useActionData } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/domain/forms/reply";

/**
 * The codes told to this page, and what takes them out of a reply; null until there are some. Without scripts they come
 * with the page itself.
 */
export function useIssuedCodes(): [codes: readonly string[] | null, take: (reply: FormReply) => void] {
  const posted = useActionData<FormReply>();
  const [taken, setTaken] = useState<readonly string[] | null>(null);
  return [taken ?? findCodes(posted), (reply) => setTaken(findCodes(reply))];
}

/** The codes of a reply, or null when it has none. */
export function findCodes(reply: FormReply | undefined): readonly string[] | null {
  const data: unknown = reply?.ok ? reply.data : null;
  if (typeof data !== "object" || data === null || !("backup_codes" in data)) return null;
  const { backup_codes: codes } = data;
  return Array.isArray(codes) && codes.every((code) => typeof code === "string") ? codes : null;
}
