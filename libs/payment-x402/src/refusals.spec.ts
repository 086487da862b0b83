import { FixedClock } from '@stackcheck/contract/testing';
import fc from 'fast-check';
import { clientKey } from './client-address';
import { createRefusalLimit } from './refusals';
import { slidingWindow } from './sliding-window';

describe('the key of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['unix socket', 'unix socket'],
    [':::', ':::'],
  ])('%s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('is one for a whole /64, and is its own key', () => {
    const group = fc.nat({ max: 0xffff }).map((value) => value.toString(16));
    const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (net, left, right) => {
        const [one, other] = [clientKey([...net, ...left].join(':')), clientKey([...net, ...right].join(':'))];
        expect(one === other || net.every((part) => part === '0') || net.join(':').startsWith('64:ff9b')).toBe(true);
        expect(clientKey(one)).toBe(one);
      }),
    );
  });
});

describe('the sliding window', () => {
  it('agrees with a list of all events', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), afterMs: fc.nat({ max: 300 }), isAdd: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const window = slidingWindow(3, 1_000, 100);
        const events: { key: string; at: number }[] = [];
        let now = 0;
        for (const { key, afterMs, isAdd } of steps) {
          now += afterMs;
          if (isAdd) {
            window.add(key, now);
            events.push({ key, at: now });
          }
          const times = events.filter((event) => event.key === key).map(({ at }) => at);
          const third = times.at(-3);
          expect(window.waitMs(key, now)).toBe(third === undefined ? 0 : Math.max(0, third + 1_000 - now));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds no more keys than it may, and forgets those that wait last', () => {
    const window = slidingWindow(2, 1_000, 10);
    window.add('blocked', 0);
    window.add('blocked', 0);

    for (let key = 0; key < 1_000; key++) window.add(`key ${key}`, 1);

    expect(window.size()).toBe(10);
    expect(window.waitMs('blocked', 1)).toBe(999);
  });

  it('stays within its bounds when every key waits', () => {
    const window = slidingWindow(1, 1_000, 50);

    for (let key = 0; key < 1_000; key++) window.add(`key ${key}`, 1);

    expect(window.size()).toBe(50);
    expect(window.waitMs('key 999', 1)).toBe(1_000);
  });
});

describe('the refusal limit', () => {
  it('counts one payment of a payer once', () => {
    const limit = createRefusalLimit({ clock: new FixedClock() });
    for (let time = 0; time < 10; time++) limit.count(`192.0.2.${time}`, { address: '0xaa', paymentHash: 'same' });
    expect(limit.payerWaitSeconds('0xaa')).toBe(0);

    for (let time = 0; time < 4; time++) limit.count('192.0.2.1', { address: '0xaa', paymentHash: `other ${time}` });
    expect(limit.payerWaitSeconds('0xaa')).toBe(600);
  });

  it('counts an IPv6 customer as one client', () => {
    const limit = createRefusalLimit({ clock: new FixedClock() });

    for (let host = 1; host <= 5; host++) limit.count(`2001:db8:1:2::${host}`, null);

    expect(limit.clientWaitSeconds('2001:db8:1:2:ffff::1')).toBe(600);
    expect(limit.clientWaitSeconds('2001:db8:1:3::1')).toBe(0);
  });
});
