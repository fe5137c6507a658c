/** Loaded into every server that is measured: tells its parent, when asked, what the process has used. */
process.on("message", (message) => {
  if (message === "usage") process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
// The channel must not keep a server alive that wants to stop.
process.channel?.unref();
