/** The part of Oracle's driver that the store calls itself. The rest is Sequelize's. */
declare module "oracledb" {
  export interface Connection {
    /** The time limit of a call in milliseconds. */
    callTimeout: number;
    execute(sql: string, values?: readonly unknown[], options?: object): Promise<unknown>;
    executeMany(sql: string, rows: readonly unknown[], options?: object): Promise<unknown>;
    commit(): Promise<void>;
    rollback(): Promise<void>;
    isHealthy(): boolean;
    close(options?: { drop: boolean }): Promise<void>;
  }
  const driver: { getConnection(settings: object): Promise<Connection> };
  export default driver;
}
