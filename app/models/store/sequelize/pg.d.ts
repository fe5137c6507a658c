/** PostgreSQL's driver is only passed to Sequelize, so its types are not needed. */
declare module "pg" {
  const driver: object;
  export default driver;
}
