/** A reason why an update is not taken, for the founder: a sentence that says what to do. Nothing was changed. */
export class UpgradeRefusal extends Error {
  constructor(message, cause) {
    super(message, { cause });
    this.name = "UpgradeRefusal";
  }
}
