import type { PostgresServer } from '@stackcheck/store-postgres/testing';
import type { Client } from 'pg';

const AGAIN_AFTER_MS = 100;
const WRITTEN = 'SELECT EXISTS (SELECT 1 FROM payment WHERE nonce = $1 AND attempt > 0) AS written';

/** Looks, at each settle call, whether the payment is in the ledger: a node that does not reach it would sell what it does not hold. */
export class SettleWatch {
  readonly faults: string[] = [];
  private client: Promise<Client> | undefined;
  private last: Promise<void> = Promise.resolve();
  private isClosed = false;

  /** @param server the one to ask now */
  constructor(private readonly server: () => PostgresServer) {}

  see(nonce: string): void {
    this.last = this.last.then(() => this.look(nonce));
  }

  /** Waits for what could not be looked up yet. */
  async finish(): Promise<void> {
    await this.last;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.finish();
    await (await this.client?.catch(() => undefined))?.end().catch(() => undefined);
  }

  /** What was acknowledged before a kill is there after it, too. */
  private async look(nonce: string): Promise<void> {
    while (!this.isClosed) {
      try {
        const client = await (this.client ??= this.server().connect());
        const { rows } = await client.query<{ readonly written: boolean }>(WRITTEN, [nonce]);
        if (!rows[0]!.written) this.faults.push(`settle was called before W1 of ${nonce}`);
        return;
      } catch {
        this.client = undefined;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  }
}
