/** PostgreSQL's driver, whose connections are listened to from the beginning: an error that no one hears ends the process. */
import { leaveToNextStatement } from "./ended-connections";

/**
 * Returns the module that Sequelize uses in place of the driver. Sequelize listens to a connection a moment after it is
 * ready, and the server may end it in that moment: its reason can be in the same packet as its readiness.
 */
export async function loadPostgresDriver(): Promise<object> {
  const { default: driver } = await import("pg");
  function Client(config: object) {
    return new driver.Client(config).on("error", leaveToNextStatement);
  }
  return { ...driver, Client };
}
