/** What a load generator saw. */
export interface LoadResult {
  requests: number;
  /** Connections that broke, and answers that were not 2xx (by wrk: neither 2xx nor 3xx). */
  failures: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}
