import { FixedClock } from '@stackcheck/contract/testing';
import { FacilitatorSupport, readSupport } from './facilitator-support';
import type { PostOutcome } from '../request/post-json';

const NAMES = { v1: 'base', v2: 'eip155:8453' };
const V1 = { x402Version: 1, scheme: 'exact', network: 'base' };
const V2 = { x402Version: 2, scheme: 'exact', network: 'eip155:8453', extra: null };

const reply = (body: unknown, status = 200): PostOutcome => ({ kind: 'reply', status, text: JSON.stringify(body) });

describe('reading /supported', () => {
  it.each([
    ['both versions', reply({ kinds: [V1, V2], extensions: [], signers: {} }), { v1: true, v2: true }],
    ['version 2 alone', reply({ kinds: [V2] }), { v1: false, v2: true }],
    ['version 1 alone', reply({ kinds: [V1] }), { v1: true, v2: false }],
    ['another network', reply({ kinds: [{ ...V2, network: 'eip155:84532' }] }), { v1: false, v2: false }],
    ['the other version’s name', reply({ kinds: [{ ...V1, network: 'eip155:8453' }] }), { v1: false, v2: false }],
    ['another scheme', reply({ kinds: [{ ...V2, scheme: 'upto' }] }), { v1: false, v2: false }],
    ['nothing', reply({ kinds: [] }), { v1: false, v2: false }],
    ['nulls among the kinds', reply({ kinds: [null, V2, 7] }), { v1: false, v2: true }],
    ['no kinds', reply({}), null],
    ['null', reply(null), null],
    ['an error', reply({ kinds: [V1, V2] }, 500), null],
    ['HTML', { kind: 'reply', status: 200, text: '<html>' } as const, null],
    ['no answer', { kind: 'lost', reason: 'timeout' } as const, null],
  ])('%s', (_name, outcome, support) => {
    expect(readSupport(outcome, NAMES)).toEqual(support);
  });
});

describe('what a facilitator supports', () => {
  let clock: FixedClock;
  let asked: number;
  let answer: () => Promise<PostOutcome>;
  let support: FacilitatorSupport;
  beforeEach(() => {
    clock = new FixedClock();
    asked = 0;
    answer = () => Promise.resolve(reply({ kinds: [V2] }));
    support = new FacilitatorSupport(
      NAMES,
      () => {
        asked++;
        return answer();
      },
      clock,
    );
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

  it('is asked for when somebody wants to know, and then for a minute not again', async () => {
    expect(asked).toBe(0);
    expect(support.now()).toEqual({ v1: null, v2: null });
    await settled();

    expect(support.now()).toEqual({ v1: false, v2: true });
    clock.advance(59_999);
    support.now();
    expect(asked).toBe(1);
    clock.advance(1);
    support.now();
    expect(asked).toBe(2);
  });

  it('is waited for while nothing is known, for a short time', async () => {
    expect(await support.soon(1_000)).toEqual({ v1: false, v2: true });

    const silent = new FacilitatorSupport(NAMES, () => new Promise(() => undefined), clock);
    expect(await silent.soon(10)).toEqual({ v1: null, v2: null });
  });

  it('is not waited for again once it is known', async () => {
    await support.soon(1_000);
    clock.advance(60_000);
    answer = () => new Promise(() => undefined);

    expect(await support.soon(3_600_000)).toEqual({ v1: false, v2: true });
    expect(asked).toBe(2);
  });

  it('is asked for once at a time, however long that takes', () => {
    answer = () => new Promise(() => undefined);
    support.now();
    clock.advance(120_000);
    support.now();

    expect(asked).toBe(1);
  });

  it('stays what it was when a later answer fails', async () => {
    await support.soon(1_000);
    clock.advance(60_000);
    answer = () => Promise.resolve(reply({}, 503));

    support.now();
    await settled();

    expect(support.now()).toEqual({ v1: false, v2: true });
  });
});
