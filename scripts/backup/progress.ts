/** A progress bar, on a terminal only: in a log file it would be noise. */
import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  update(done: number, total: number): void;
  /** May be called twice. */
  stop(): void;
}

export function showProgress(title: string): Progress {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { format: `${title} {bar} {percentage}% | {eta_formatted} left`, hideCursor: true },
    Presets.shades_classic,
  );
  return {
    update(done, total) {
      if (bar.isActive) bar.update(done);
      else bar.start(total, done);
    },
    stop: () => bar.stop(),
  };
}
