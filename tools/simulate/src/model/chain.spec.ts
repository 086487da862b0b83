import { Random } from '../core/random';
import { Trail } from '../core/trail';
import { Chain, SAFE_DEPTH, type Transfer } from './chain';

function chainAt(reorgs = false) {
  const clock = { ms: 0 };
  const nowMs = () => clock.ms;
  const random = new Random('chain');
  return { clock, chain: new Chain({ random, trail: new Trail(false, nowMs), nowMs, genesisSeconds: 1_000, reorgs }) };
}

const PAYMENT: Transfer = { payer: 'p', to: 'us', value: 5n, validAfter: 0, validBefore: 1_060, nonce: 'n' };

describe('the simulated chain', () => {
  it('uses a nonce once: the earlier block wins, and what is in a block stays', () => {
    const { chain, clock } = chainAt();
    const late = chain.broadcast(PAYMENT, 10);
    const overtaking = chain.cancel('p', 'n', 2);
    clock.ms = 5_000;

    expect(late).not.toBeNull();
    expect(overtaking).not.toBeNull();
    expect(chain.broadcast(PAYMENT, 1)).toBeNull();
    expect(chain.pays('p', 'n', 'us', 5n)).toBeUndefined();
  });

  it('refuses what the token refuses: a closed window, an open one too early, an empty purse', () => {
    const { chain, clock } = chainAt();

    expect(chain.broadcast({ ...PAYMENT, validBefore: 1_002 }, 1)).toBeNull();
    expect(chain.broadcast({ ...PAYMENT, validAfter: 1_010 }, 1)).toBeNull();
    chain.emptyFromMs.set('p', 0);
    clock.ms = 1;
    expect(chain.broadcast(PAYMENT, 1)).toBeNull();
  });

  it('hides no block that is safe, however it is reorganised', () => {
    const { chain } = chainAt(true);
    for (let i = 0; i < 200; i++) {
      const use = chain.broadcast({ ...PAYMENT, nonce: `n${i}` }, 3)!;
      expect(chain.seen('p', `n${i}`, use.height + SAFE_DEPTH)).toBe(use);
    }
    const hidden = [...chain.deps.values()].filter((use) => !chain.seen('p', use.nonce, use.height + 1));
    expect(hidden.length).toBeGreaterThan(0);
  });
});
