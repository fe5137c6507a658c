/** Loaded into every measured server. Reports the resource usage of the process when its parent asks. */
process.on("message", (message) => {
  if (message === "usage") process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
// The channel must not keep a server running that is about to stop.
process.channel?.unref();
