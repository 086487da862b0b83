import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FixedClock } from '@stackcheck/contract/testing';
import { createRefusalLimit, type RefusalLimit } from './refusals';

const PAYER = `0x${'aa'.repeat(20)}`;

describe('the refusal limit', () => {
  let clock: FixedClock;
  let limit: RefusalLimit;
  beforeEach(() => {
    clock = new FixedClock();
    limit = createRefusalLimit({ clock });
  });

  it('counts one payment of a payer once', () => {
    for (let time = 0; time < 10; time++) limit.count(`192.0.2.${time}`, { address: PAYER, paymentHash: 'same' });
    expect(limit.payerWaitSeconds(PAYER)).toBe(0);

    for (let time = 0; time < 4; time++) limit.count('192.0.2.1', { address: PAYER, paymentHash: `other ${time}` });
    expect(limit.payerWaitSeconds(PAYER)).toBe(600);
  });

  it('does not make a payer who waits wait longer', () => {
    for (let time = 0; time < 5; time++) limit.count(`192.0.2.${time}`, { address: PAYER, paymentHash: `${time}` });
    clock.advance(599_000);
    for (let time = 5; time < 10; time++) limit.count(`192.0.2.${time}`, { address: PAYER, paymentHash: `${time}` });

    expect(limit.payerWaitSeconds(PAYER)).toBe(1);
    clock.advance(1_000);
    expect(limit.payerWaitSeconds(PAYER)).toBe(0);
  });

  it('counts an IPv6 customer as one client', () => {
    for (let host = 1; host <= 5; host++) limit.count(`2001:db8:1:2::${host}`, null);

    expect(limit.clientWaitSeconds('2001:db8:1:2:ffff::1')).toBe(600);
    expect(limit.clientWaitSeconds('2001:db8:1:3::1')).toBe(0);
  });

  it('lets a /48 be refused ten times as often as one of its networks, and no more', () => {
    for (let net = 0; net < 49; net++) limit.count(`2001:db8:1:${net.toString(16)}::1`, null);
    expect(limit.clientWaitSeconds('2001:db8:1:ffff::1')).toBe(0);

    limit.count('2001:db8:1:1000::1', null);

    expect(limit.clientWaitSeconds('2001:db8:1:ffff::1')).toBe(600);
    expect(limit.clientWaitSeconds('2001:db8:2:ffff::1')).toBe(0);
  });

  it('takes IPv4 inside IPv6 for the IPv4 address, and for no other', () => {
    for (const form of ['192.0.2.7', '::ffff:192.0.2.7', '64:ff9b::192.0.2.7', '192.0.2.7:80', '::ffff:c000:207'])
      limit.count(form, null);

    expect(limit.clientWaitSeconds('192.0.2.7')).toBe(600);
    expect(limit.clientWaitSeconds('::ffff:192.0.2.8')).toBe(0);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A collection that is being prepared lets live what was made meanwhile; the next one does not. */
function heapMiB(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
}

/** Numbers that look random and are the same in every run (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/** Enough to fill every table in a usual run; `FLOOD_REQUESTS=2000000` for the whole flood. */
const FLOOD = Number(process.env['FLOOD_REQUESTS'] ?? (process.env['CAMPAIGN'] === 'full' ? 300_000 : 150_000));

describe('against a flood', () => {
  const hex = (random: (below: number) => number, groups: number): string =>
    Array.from({ length: groups }, () => random(65_536).toString(16)).join(':');

  it(`${FLOOD / 2} random addresses of one /64 share one bucket`, () => {
    const limit = createRefusalLimit({ clock: new FixedClock() });
    const random = randomNumbers(1);
    let refused = 0;

    for (let request = 0; request < FLOOD / 2; request++) {
      const address = `2001:db8:1:2:${hex(random, 4)}`;
      if (limit.clientWaitSeconds(address) > 0) continue;
      refused++;
      limit.count(address, null);
    }

    expect(refused).toBe(5);
  });

  it('clients whose addresses are cut out of long headers do not keep the headers', () => {
    const limit = createRefusalLimit({ clock: new FixedClock() });
    const before = heapMiB();
    const call = (client: number): void => {
      const [, address = ''] = `${'x'.repeat(60_000)}${client}, 203.113.${100 + (client >> 8)}.${client & 255}`.split(
        ', ',
      );
      limit.count(address, null);
    };

    // What is kept of a thousand addresses and then left: at one of the two moments it is of 500 at least.
    for (let client = 0; client < 2_000; client++) call(client);
    expect(heapMiB() - before).toBeLessThan(20);
    for (let client = 2_000; client < 2_500; client++) call(client);
    expect(heapMiB() - before).toBeLessThan(20);
    expect(limit.clientWaitSeconds('192.0.2.1')).toBe(0);
  });

  it(`${FLOOD} hostile requests cost less than 32 MB, and free nobody who waits`, () => {
    const clock = new FixedClock();
    const random = randomNumbers(2);
    const before = heapMiB();
    const limit = createRefusalLimit({ clock });
    for (let time = 0; time < 5; time++) limit.count('198.51.100.1', null);

    for (let request = 0; request < FLOOD; request++) {
      if (request % (FLOOD / 500) === 0) clock.advance(1_000);
      const address =
        request % 2 === 0 ? `2001:db8:${hex(random, 3)}::1` : `10.${random(64)}.${random(256)}.${random(256)}`;
      const payer = request % 16 === 0 ? { address: `0x${hex(random, 8)}`, paymentHash: hex(random, 8) } : null;
      if (limit.clientWaitSeconds(address) > 0) continue;
      limit.count(address, payer);
      // Half of them insist until they have to wait.
      for (let time = 0; request % 4 < 2 && time < 4; time++) limit.count(address, null);
    }

    expect(heapMiB() - before).toBeLessThan(32);
    expect(limit.clientWaitSeconds('198.51.100.1')).toBeGreaterThan(0);
  }, 300_000);
});
