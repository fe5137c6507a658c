/** PostgreSQL's driver is only handed on to Sequelize, so nothing need be known of it. */
declare module "pg" {
  const driver: object;
  export default driver;
}
