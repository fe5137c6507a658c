/** A progress bar, on a terminal only: in a log file it would be noise. */
import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  update(done: number, total: number): void;
  /** May be called twice. */
  stop(): void;
}

export function showProgress(title: string): Progress {
  const bar = new SingleBar(
    { format: `${title} {bar} {percentage}% | {eta_formatted} left`, noTTYOutput: false, hideCursor: true },
    Presets.shades_classic,
  );
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  return {
    update(done, total) {
      if (bar.isActive) bar.update(done);
      else bar.start(total, done);
    },
    stop: () => bar.stop(),
  };
}
