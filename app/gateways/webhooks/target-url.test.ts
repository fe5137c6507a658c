/** Which URLs a webhook may be sent to, by their text. */
import { describe, expect, test } from "vitest";
import { findUrlFault } from "./target-url";

const STRICT = { allowsPrivate: false, local: null };

describe("where there is no development", () => {
  test.each([
    ["http://example.com/", "https_only"],
    ["https://example.com:22/", "port"],
    ["https://0x7f.0.0.2/", "private"],
    ["https://127.0.0.2/", "private"],
    ["https://0.0.0.0/", "private"],
    ["https://[::ffff:127.0.0.1]/", "private"],
    ["https://169.254.169.254/latest", "private"],
    ["https://localhost./", "private"],
    ["https://api.localhost/", "private"],
    ["https://metadata.google.internal/", "private"],
    ["https://168.63.129.16/machine?comp=goalstate", "private"],
    ["https://api.production.svc/", "private"],
    ["https://api.production.svc.cluster.local/", "private"],
    ["https://printer.local./", "private"],
    ["https://db.internal/", "private"],
    ["https://intranet/", "private"],
    ["https://svc.example.com/hook", null],
    ["https://local.example.com/hook", null],
    ["https://example.com/hook", null],
    ["https://example.com:8443/hook", null],
    ["https://8.8.8.8/hook", null],
  ])("%s: %s", async (url, fault) => {
    expect(await findUrlFault(url, STRICT)).toBe(fault);
  });

  test.each([
    ...["http://localhost:4000/", "http://LOCALHOST:4000/", "https://localhost/", "http://localhost:80/"],
    ...["http://127.0.0.1:4000/", "http://[::1]:4000/", "https://[0:0:0:0:0:0:0:1]/", "https://127.1/"],
    ...["https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "http://%6cocalhost:4000/"],
  ])("%s is refused as this machine", async (url) => {
    expect(await findUrlFault(url, STRICT)).toBe("local");
  });
});

describe("in development, with port 3000 taken", () => {
  const DEVELOPMENT = { allowsPrivate: false, local: { listTakenPorts: () => Promise.resolve([3000]) } };

  test.each([
    ...[
      "http://localhost:4000/hook",
      "http://localhost:4000",
      "http://localhost:4000?a=b",
      "https://localhost:4000/",
    ],
    ...["http://127.0.0.1:4000/", "http://[::1]:4000/", "HTTP://LOCALHOST:4000/", "http://localhost:1024/"],
    ...["http://localhost:65535/", "https://example.com/"],
  ])("%s is allowed", async (url) => {
    expect(await findUrlFault(url, DEVELOPMENT)).toBeNull();
  });

  test.each([
    ...["http://localhost/", "https://localhost/", "http://localhost:80/", "http://127.0.0.1:22/"],
    ...["http://[::1]:1023/", "http://localhost:0/", "http://127.1:80/"],
    ...["http://localhost:3000/", "http://LOCALHOST:3000/", "http://127.0.0.1:3000/", "http://[::1]:3000/"],
  ])("the port of %s is refused", async (url) => {
    expect(await findUrlFault(url, DEVELOPMENT)).toBe("local_port");
  });

  test.each([
    ...["http://127.1:3000/", "http://127.1:4000/", "http://2130706433:4000/", "http://0x7f000001:4000/"],
    ...["http://0177.0.0.1:4000/", "http://[0:0:0:0:0:0:0:1]:4000/", "http://%6cocalhost:4000/"],
    ...[
      "http://lo\tcalhost:4000/",
      "http://ｌocalhost:4000/",
      "http://localhost:04000/",
      "http://user@localhost:4000/",
    ],
    ...[
      "http://user:password@127.0.0.1:4000/",
      "http://localhost:@127.0.0.1:4000/",
      "http://127。0。0。1:4000/",
    ],
  ])("%s is refused, because it means this machine in other words", async (url) => {
    expect(await findUrlFault(url, DEVELOPMENT)).toBe("private");
  });

  test.each([
    ...["http://127.0.0.2:4000/", "http://0.0.0.0:3000/", "http://0:4000/", "http://[::]:4000/"],
    ...["http://[::ffff:127.0.0.1]:3000/", "http://[::ffff:7f00:1]:4000/", "http://localhost.:3000/"],
    ...["http://api.localhost:4000/", "http://10.0.0.1:4000/"],
    ...["http://localhost.example.com:4000/", "http://example.com:4000/"],
  ])("%s stays refused", async (url) => {
    expect(await findUrlFault(url, DEVELOPMENT)).toBe("https_only");
    const secure = await findUrlFault(url.replace("http:", "https:"), DEVELOPMENT);
    expect(secure).toBe(url.includes("example.com") ? null : "private");
  });
});
