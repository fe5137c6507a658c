/** The result of a load generator. */
export interface LoadResult {
  requests: number;
  /** Connections that broke, and responses other than 2xx (for wrk: other than 2xx and 3xx). */
  failures: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}
