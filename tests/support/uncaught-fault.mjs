/** Loaded before the product (`node --import`): SIGUSR2 makes an error that nothing catches. */
process.on("SIGUSR2", () => {
  setTimeout(() => {
    throw new Error("nothing catches this");
  });
});
