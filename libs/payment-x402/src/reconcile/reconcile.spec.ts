import { FixedClock } from '@stackcheck/contract/testing';
import type { Facilitator } from '../facilitator/facilitator';
import { LocalLocks } from '../in-flight/local-locks';
import { createReconciler } from './reconcile';
import { MemoryLedger } from '../testing/memory-ledger';
import { testIntent } from '../testing/payment-ledger.contract';
import { SAMPLE_TERMS } from '../testing/sample-terms';

describe('the reconciler', () => {
  it('comes to every open payment, however many older ones stay open', async () => {
    const clock = new FixedClock();
    const ledger = new MemoryLedger('boot-1');
    const validBefore = Math.floor(clock.now() / 1_000) + 300;
    const nonces: string[] = [];
    for (let count = 0; count < 120; count++) {
      const intent = testIntent({ validBefore });
      nonces.push(intent.key.nonce);
      await ledger.claim({ ...intent, key: { ...intent.key, network: SAMPLE_TERMS.network } }, clock.now());
    }
    const asked: string[] = [];
    const facilitator: Facilitator = {
      name: 'silent',
      evidence: 'facilitator',
      verify: () => Promise.reject(new Error('not asked')),
      settle: ({ expected }) => {
        asked.push(expected.nonce);
        return Promise.resolve({ kind: 'unknown', reason: 'silent' });
      },
      health: () => 'unused',
    };
    const reconciler = createReconciler({ ledger, facilitator, terms: SAMPLE_TERMS, clock, locks: new LocalLocks() });

    for (let runs = 0; runs < 3; runs++) await reconciler.runOnce();
    expect(asked).toEqual(nonces);

    await reconciler.runOnce();
    expect(asked[nonces.length]).toBe(nonces[0]);
  });
});
