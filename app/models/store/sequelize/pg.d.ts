/** PostgreSQL's driver is only passed to Sequelize, so few of its types are needed. */
declare module "pg" {
  interface Client {
    on(event: "error", listener: () => void): this;
  }
  const driver: { Client: new (config: object) => Client };
  export default driver;
}
