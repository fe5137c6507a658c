/** Loaded before the product (`node --import`): SIGUSR2 uses up the memory of the process, which ends it at once. */
process.on("SIGUSR2", () => {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
});
