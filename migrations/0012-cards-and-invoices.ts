/** The data that billing pages show without asking the payment provider, and its events with their outcome. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { AddedColumns, Migration, Schema } from "~/models/store/schema";

const OF_SUBSCRIPTIONS: AddedColumns = {
  columns: {
    card_brand: nullable(string(32)),
    card_last4: nullable(string(4)),
    card_exp_month: nullable(integer()),
    card_exp_year: nullable(integer()),
    billing_email: nullable(string()),
  },
};

export const cardsAndInvoices: Migration = {
  name: "0012-cards-and-invoices",

  async up(schema) {
    await schema.addColumns("subscriptions", OF_SUBSCRIPTIONS);
    await schema.createTable("invoices", {
      columns: {
        id: string(64),
        account_id: string(36),
        number: nullable(string(64)),
        status: string(16),
        currency: string(3),
        total_minor: integer(),
        amount_due_minor: integer(),
        amount_refunded_minor: integer(),
        pdf_url: nullable(text()),
        issued_at: date(),
      },
      indexes: [["account_id", "issued_at"]],
    });
    // Created again, so that its columns need no null. Forgetting an event does no harm: applying it again reads the
    // provider's current state, and changes nothing.
    await schema.dropTable("webhook_events");
    await schema.createTable("webhook_events", {
      columns: {
        id: string(190),
        type: string(100),
        object_id: string(),
        customer_id: string(64),
        status: string(16),
        attempts: integer(),
        failure: nullable(text()),
        created_at: date(),
        applied_at: nullable(date()),
      },
      indexes: [["created_at"], ["status", "created_at"]],
    });
  },

  async down(schema) {
    await createPreviousEvents(schema);
    await schema.dropTable("invoices");
    await schema.dropColumns("subscriptions", OF_SUBSCRIPTIONS);
  },
};

async function createPreviousEvents(schema: Schema): Promise<void> {
  await schema.dropTable("webhook_events");
  await schema.createTable("webhook_events", {
    columns: { id: string(190), type: string(100), created_at: date() },
    indexes: [["created_at"]],
  });
}
