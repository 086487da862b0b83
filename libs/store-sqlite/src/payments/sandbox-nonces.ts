import type { PaymentKey, SandboxNonces } from '@stackcheck/payment-x402/ledger';
import { migrate } from '../migrate';
import { openLedgerFile } from './ledger-file';
import { PAYMENT_MIGRATIONS } from './schema';

/** Sandbox nonces with a connection of their own. */
export type OpenSandboxNonces = SandboxNonces & { close(): void };

const IDENTITY = 'network = @network AND asset = @asset AND payer = @payer AND nonce = @nonce';

/** Opens the nonces that sandbox payments have spent; they live in `payments.db`, in a table of their own. */
export function openSandboxNonces(path: string): OpenSandboxNonces {
  const database = openLedgerFile(path);
  try {
    migrate(database, PAYMENT_MIGRATIONS);
    // No money hangs on these rows: they survive a killed process, and a power cut may take the last of them.
    database.pragma('synchronous = NORMAL');
  } catch (error) {
    database.close();
    throw error;
  }
  const select = database.prepare(`SELECT payment_hash FROM sandbox_nonce WHERE ${IDENTITY}`).pluck();
  const insert = database.prepare(
    `INSERT INTO sandbox_nonce (network, asset, payer, nonce, payment_hash, spent_at)
     VALUES (@network, @asset, @payer, @nonce, @paymentHash, @nowMs) ON CONFLICT DO NOTHING`,
  );
  const spend = database.transaction((key: PaymentKey, paymentHash: string, nowMs: number): string => {
    insert.run({ ...key, paymentHash, nowMs });
    return select.get(key) as string;
  });
  return {
    spentBy: async (key) => select.get(key) as string | undefined,
    spend: async (key, paymentHash, nowMs) => spend.immediate(key, paymentHash, nowMs),
    close: () => database.close(),
  };
}
