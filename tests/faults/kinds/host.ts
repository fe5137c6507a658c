/** Faults of the machine: its disk, its files, its clock. */
import { writeFileSync } from "node:fs";
import { canFailWrites, failWrites } from "../../support/failing-writes";
import { canMount } from "../../support/small-disk";
import { STORES, type ByTests, type Kind, type StoreName } from "../kind";
import { playFullLog } from "../plays/full-log";

const DISK_MEBIBYTES = 64;
const MINUTES = 60_000;
const DAY = 24 * 60 * MINUTES;
const FAILING_SHARE = 0.25;
const NO_LIBFIU = "it takes libfiu (Debian's package fiu-utils); the full disks above come near it";
const NO_DISK = "this user cannot mount a small disk";

export const HOST_KINDS: readonly Kind[] = [
  {
    ...{
      id: "disk-full-database",
      name: "the disk of the database is full",
      group: "host",
      stores: ["sqlite"],
    },
    way: canMount
      ? {
          ...{ by: "traffic", allows: "unavailable", needs: { diskMebibytes: DISK_MEBIBYTES } },
          harm({ disk }) {
            disk?.fill();
            return Promise.resolve(() => disk?.free());
          },
        }
      : { by: "nothing", reason: NO_DISK },
  },
  byTests("disk-full-pictures", "the disk of the pictures is full", {
    ...{ file: "tests/http/full-disk.test.ts", stores: ["sqlite"] },
  }),
  byTests("disk-full-settings", "the disk of the settings is full", {
    ...{ file: "tests/http/setup-disk.test.ts", titles: "a disk that is .?full", stores: ["sqlite"] },
  }),
  {
    ...{ id: "disk-full-log", name: "the disk of the log is full", group: "host", stores: ["sqlite"] },
    way: { by: "play", play: playFullLog },
  },
  byTests("disk-read-only", "the data folder is read-only", {
    ...{ file: "tests/http/setup-disk.test.ts", titles: "a disk that is .?read-only", stores: ["sqlite"] },
  }),
  byTests("no-open-files", "the process may open no more files", {
    ...{ file: "tests/http/open-files.test.ts", stores: ["sqlite"] },
  }),
  {
    ...{
      id: "disk-full-at-call",
      name: "every fourth write of the database fails although there is room",
      group: "host",
      stores: ["sqlite"],
    },
    way: canFailWrites
      ? {
          ...{ by: "traffic", allows: "unavailable", needs: { failingWrites: true } },
          harm({ product, ordersFile }) {
            const { pid = 0 } = product().process;
            return Promise.resolve(failWrites(ordersFile, pid, FAILING_SHARE));
          },
        }
      : { by: "nothing", reason: NO_LIBFIU },
  },
  clock("clock-ahead", "the clock is set five minutes ahead, and back", 5 * MINUTES),
  clock("clock-behind", "the clock is set five minutes back, and ahead", -5 * MINUTES),
  clock("clock-day", "the clock is set a day ahead, and back", DAY),
  clock("clock-hour-behind", "the clock is set an hour back, and ahead", -60 * MINUTES),
];

function byTests(
  id: string,
  name: string,
  { stores, ...tests }: { file: string; titles?: string; stores: readonly StoreName[] },
): Kind {
  const way: ByTests = { by: "tests", project: "http", ...tests };
  return { id, name, group: "host", stores, way };
}

/** The wall clock of the process alone: of the database and the provider it is as it was. */
function clock(id: string, name: string, offMs: number): Kind {
  return {
    ...{ id, name, group: "host", stores: STORES },
    way: {
      ...{ by: "traffic", allows: "unavailable", needs: { imports: ["clock-fault.mjs"] } },
      harm({ ordersFile }) {
        writeFileSync(ordersFile, String(offMs));
        return Promise.resolve(() => writeFileSync(ordersFile, "0"));
      },
    },
  };
}
