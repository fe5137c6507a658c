/** All measurements of one run of the benchmark. */
import type { Growth } from "./growth";
import type { Memory } from "./memory";
import type { Oracle } from "./oracles";
import type { Pages } from "./pages";
import type { CountedRequest } from "./queries";
import type { StartUp } from "./start-up";
import type { Throughput } from "./throughput";
import type { UnderSignIns } from "./under-sign-ins";

export interface Results {
  throughput: readonly Throughput[];
  memory: Memory;
  startUp: StartUp;
  /** Null when there is no browser. */
  pages: Pages | null;
  underSignIns: UnderSignIns;
  growth: readonly Growth[];
  queries: readonly CountedRequest[];
  oracles: readonly Oracle[];
}
