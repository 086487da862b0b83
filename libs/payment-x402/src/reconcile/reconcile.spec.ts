import { FixedClock } from '@stackcheck/contract/testing';
import type { ChainEvidence } from '../evidence/chain-evidence';
import type { Facilitator } from '../facilitator/facilitator';
import { LocalLocks } from '../in-flight/local-locks';
import { createReconciler } from './reconcile';
import { MemoryLedger } from '../testing/memory-ledger';
import { testIntent } from '../testing/test-intent';
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

  it('looks at refused payments only once their window has been closed for a minute', async () => {
    const clock = new FixedClock();
    const ledger = new MemoryLedger('boot-1');
    const listed = jest.spyOn(ledger, 'watched');
    const nowSeconds = Math.floor(clock.now() / 1_000);
    for (const validBefore of [nowSeconds - 62, nowSeconds - 61, nowSeconds - 60, nowSeconds + 300]) {
      const intent = testIntent({ validBefore });
      const claim = await ledger.claim(
        { ...intent, key: { ...intent.key, network: SAMPLE_TERMS.network } },
        clock.now(),
      );
      if (claim.kind !== 'claimed') throw new Error(claim.kind);
      await ledger.refused(claim.id, { code: 'payment_invalid', reason: 'insufficient_funds' });
    }
    const asked: number[] = [];
    const evidence: ChainEvidence = {
      find: ({ validBefore }) => {
        asked.push(validBefore - nowSeconds);
        return Promise.resolve({ kind: 'unproven', reason: 'silent' });
      },
    };
    const facilitator = { name: 'none', evidence: 'facilitator', health: () => 'unused' } as unknown as Facilitator;
    const reconciler = createReconciler({
      ledger,
      facilitator,
      evidence,
      terms: SAMPLE_TERMS,
      clock,
      locks: new LocalLocks(),
    });

    await reconciler.runOnce();

    expect(listed.mock.calls.map(([closedBefore]) => closedBefore)).toEqual([nowSeconds - 60]);
    expect(asked).toEqual([-62, -61]);
  });
});
