/** Claims of rows that last as long as the work: they are short, so that another process soon goes on after a crash, and renewed. */

/** How often a running job's lease is renewed, as a part of the lease. */
const JOB_RENEWALS_PER_LEASE = 3;

interface ClaimOptions<Row> {
  /** Writes a later end of the claim. Null when it has ended, and another process may have the row. */
  renew(row: Row): Promise<Row | null>;
  /** How long a claim lasts unless it is renewed, in milliseconds. */
  leaseMs: number;
}

interface KeptClaim<Row> {
  /** Aborted when another process may have the row: the claim was taken, or could not be renewed in time. */
  lost: AbortSignal;
  /** Renews no more. Resolves with the row as it was written last. */
  end(): Promise<Row>;
}

/** A process that was paused past its claim has this part of the claim's length to renew it: often no other was faster. */
const LATE_PART = 1 / 15;

/** Renews a claim that was made just now, until its end. */
export function keepClaim<Row>(claimed: Row, { renew, leaseMs }: ClaimOptions<Row>): KeptClaim<Row> {
  const lost = new AbortController();
  let row = claimed;
  let renewing = Promise.resolve();
  const lose = () => lost.abort();
  const startEnd = (inMs: number) =>
    setTimeout(() => {
      end = setTimeout(lose, leaseMs * LATE_PART).unref();
    }, inMs).unref();
  let end = startEnd(leaseMs);

  async function renewOnce(): Promise<void> {
    const startedAt = performance.now();
    // While the database is away, the claim lasts for as long as was written.
    const renewed = await renew(row).catch(() => undefined);
    if (renewed === undefined) return;
    if (renewed === null) {
      lose();
      return;
    }
    row = renewed;
    clearTimeout(end);
    end = startEnd(leaseMs - (performance.now() - startedAt));
  }

  const timer = setInterval(() => {
    renewing = renewing.then(renewOnce);
  }, leaseMs / JOB_RENEWALS_PER_LEASE);
  timer.unref();
  return {
    lost: lost.signal,
    async end() {
      clearInterval(timer);
      await renewing;
      clearTimeout(end);
      return row;
    },
  };
}
