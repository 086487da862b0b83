import type { PaymentStore } from '@stackcheck/payment-x402';
import { openPaymentsOver, type NodePaymentsConfig } from '../open-payments';
import { modelConnection, ModelDatabase } from './model';

/** A ledger over the model, opened again and again, each time as another node; as `LedgerDatabase` is over PostgreSQL. */
export class ModelLedger {
  database = new ModelDatabase();
  private readonly opened: PaymentStore[] = [];

  /** Opens a store, which is closed with the others. */
  async open(bootId: string, change: Partial<NodePaymentsConfig> = {}): Promise<PaymentStore> {
    const { database } = this;
    const connect = async () => modelConnection(async (name, values) => database.execute(name, values)).client;
    const store = await openPaymentsOver(
      { bootId, place: bootId, deliveryWaitMs: 0, ...change },
      connect,
      async () => undefined,
    );
    this.opened.push(store);
    return store;
  }

  /** Closes what is open, and removes all rows. */
  async empty(): Promise<void> {
    await this.close();
    this.database = new ModelDatabase();
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((store) => store.close()));
  }
}
