/** Decodes avatars in a separate process: one at a time, killed when an avatar takes too long, ended when idle. */
import { fork, type ChildProcess } from "node:child_process";
import { AppError } from "~/domain/errors";
import { createConcurrencyGate } from "~/domain/concurrency-gate";
import { toMessage } from "~/domain/messages";
import {
  AVATAR_DECODE_TIMEOUT_MS,
  AVATAR_MAX_PIXELS,
  AVATAR_PROCESS_IDLE_MS,
  AVATAR_RETRY_AFTER_SECONDS,
  AVATARS_WAITING_MAX,
} from "~/domain/limits";
import type { Avatar, AvatarFault } from "./re-encode";

export interface Decoder {
  /**
   * Decodes an upload. Throws invalid when it is not a usable picture, and unavailable when too many wait or
   * the process fails.
   */
  decode(upload: Uint8Array): Promise<Avatar>;
  /** Ends the process, even during an avatar. */
  close(): void;
}

const RETRY = { retryAfterSeconds: AVATAR_RETRY_AFTER_SECONDS };

/** `program` is the file of avatar-process. The first avatar starts it. */
export function createDecoder(program: string): Decoder {
  const runInTurn = createConcurrencyGate({ atOnce: 1, waiting: AVATARS_WAITING_MAX, ...RETRY });
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = null;
  };
  const decodeNext = async (upload: Uint8Array): Promise<Avatar> => {
    clearTimeout(idle);
    // A killed process stays connected until its end is noticed.
    if (!child?.connected || child.killed) child = startProcess(program);
    try {
      return requireAvatar(await sendToProcess(child, upload));
    } finally {
      idle = setTimeout(end, AVATAR_PROCESS_IDLE_MS).unref();
    }
  };
  return { decode: (upload) => runInTurn(() => decodeNext(upload)), close: end };
}

/** The process gets none of the server's settings: an attacker who breaks out of the decoder finds no secret there. */
function startProcess(program: string): ChildProcess {
  const child = fork(program, {
    serialization: "advanced",
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // In development it is a source.
    execArgv: program.endsWith(".ts") ? ["--import", "tsx"] : undefined,
  });
  // Without a listener the event would crash the server; `sendToProcess` reports the error to the waiting caller.
  child.on("error", () => undefined);
  // Neither the process nor its channel keeps the server running.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Returns the answer of the process. Throws invalid when the avatar takes too long, and unavailable when the
 * process ends.
 */
function sendToProcess(child: ChildProcess, upload: Uint8Array): Promise<Avatar | AvatarFault> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off("message", handleMessage).off("exit", handleExit).off("error", handleError);
      finish();
    };
    const handleMessage = (message: unknown) => {
      // In development the TypeScript loader sends messages of its own.
      if (isReply(message)) settle(() => resolve(message));
    };
    const handleExit = (code: number | null, signal: string | null) => {
      const cause = new Error(`the picture process ended with ${signal ?? code}`);
      settle(() => reject(createUnavailableError(cause)));
    };
    const handleError = (cause: Error) => settle(() => reject(createUnavailableError(cause)));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      settle(() => reject(createUnreadableError(new Error("decoding took too long"))));
    }, AVATAR_DECODE_TIMEOUT_MS);
    child.on("message", handleMessage).on("exit", handleExit).on("error", handleError);
    child.send(upload, (cause) => {
      if (cause) handleError(cause);
    });
  });
}

function isReply(message: unknown): message is Avatar | AvatarFault {
  return typeof message === "object" && message !== null && ("bytes" in message || "fault" in message);
}

function requireAvatar(answer: Avatar | AvatarFault): Avatar {
  if (!("fault" in answer)) return answer;
  const cause = new Error(answer.reason);
  if (answer.fault === "unreadable") throw createUnreadableError(cause);
  const message = toMessage("profile:avatar.too_many_pixels", { megapixels: AVATAR_MAX_PIXELS / 1_000_000 });
  throw new AppError("invalid", message, { inputError: "avatar", cause });
}

function createUnreadableError(cause: Error): AppError {
  return new AppError("invalid", "profile:avatar.unreadable", { inputError: "avatar", cause });
}

function createUnavailableError(cause: Error): AppError {
  return new AppError("unavailable", "profile:avatar.not_kept", { ...RETRY, cause });
}
