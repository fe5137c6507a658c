import { expect, test } from "vitest";
import { playFullLog } from "../faults/plays/full-log";

test("while the disk of the log is full, requests are answered, and the log goes on once there is room", async () => {
  expect((await playFullLog()).violations).toEqual([]);
});
