import type { PaymentKey, SandboxNonces } from '@stackcheck/payment-x402/ledger';
import type { Lane, Statement } from '../connection/lane';

const SPENT: Statement = {
  name: 'spent',
  text: 'SELECT payment_hash AS hash FROM sandbox_nonce WHERE network = $1 AND asset = $2 AND payer = $3 AND nonce = $4',
};
const SPEND: Statement = {
  name: 'spend',
  text: 'INSERT INTO sandbox_nonce VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
};

const DEADLINE_MS = 3_000;

/** The nonces that sandbox payments have spent, for all nodes. */
export function sandboxNonces(lane: Lane): SandboxNonces {
  const spentBy = async ({ network, asset, payer, nonce }: PaymentKey): Promise<string | undefined> => {
    const [row] = await lane.run<{ readonly hash: string }>(SPENT, [network, asset, payer, nonce], DEADLINE_MS);
    return row?.hash;
  };
  return {
    spentBy,
    async spend(key, paymentHash, nowMs) {
      const { network, asset, payer, nonce } = key;
      await lane.run(SPEND, [network, asset, payer, nonce, paymentHash, nowMs], DEADLINE_MS);
      return (await spentBy(key)) ?? paymentHash;
    },
  };
}
