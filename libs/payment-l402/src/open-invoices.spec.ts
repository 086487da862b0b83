import { FixedClock } from '@stackcheck/contract/testing';
import { createOpenInvoices } from './open-invoices';

const LIMITS = { perClientMax: 2, perNetworkMax: 3, max: 5, expirySeconds: 300 };

function harness() {
  const clock = new FixedClock();
  return { clock, open: createOpenInvoices(clock, LIMITS) };
}

describe('open invoices', () => {
  it('are few per client, by IPv6 network, and few in all', () => {
    const { open } = harness();

    const granted = (client: string) => open.reserve(client) !== undefined;

    expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(granted)).toEqual([true, true, false]);
    expect(['192.0.2.1', '198.51.100.2', '203.0.113.3', '203.0.113.4'].map(granted)).toEqual([true, true, true, false]);
    expect(open.count()).toBe(5);
  });

  it.each([
    ['a /24', ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3', '192.0.2.4'], '192.0.3.1'],
    ['a /48', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'], '2001:db8:2:1::1'],
  ])('are few per network (%s), whatever its clients', (_name, clients, neighbour) => {
    const { open } = harness();

    expect(clients.map((client) => open.reserve(client) !== undefined)).toEqual([true, true, true, false]);
    expect(open.lapsing(clients[3]!)).toBeUndefined();
    expect(open.reserve(neighbour)).toBeDefined();
  });

  it('lapse when all are taken: the oldest of the network that has most', () => {
    const { open } = harness();
    const made = (client: string, hash: string) => open.reserve(client)!.made(hash);
    made('198.51.100.1', 'alone');
    made('192.0.2.1', 'first');
    made('192.0.2.2', 'second');
    made('192.0.2.3', 'third');
    expect(open.lapsing('203.0.113.1')).toBeUndefined();
    made('198.51.101.1', 'last');

    const [one, two] = [open.lapsing('203.0.113.1')!, open.lapsing('203.0.113.2')!];
    expect([one.paymentHash, two.paymentHash]).toEqual(['first', 'second']);
    expect(open.reserve('203.0.113.1')).toBeUndefined();
    one.gone();
    two.stays();
    expect(open.reserve('203.0.113.1')).toBeDefined();
    expect([open.count(), open.lapsing('203.0.113.2')!.paymentHash]).toEqual([5, 'second']);
  });

  it('lapse, of networks that have equally many, the oldest first', () => {
    const { open } = harness();
    for (const [client, hash] of [
      ['198.51.100.1', 'one'],
      ['192.0.2.1', 'two'],
      ['192.0.2.2', 'three'],
      ['198.51.100.2', 'four'],
      ['203.0.113.1', 'five'],
    ] as const)
      open.reserve(client)!.made(hash);

    const lapsing = ['a', 'b', 'c'].map(() => open.lapsing('233.252.0.1')?.paymentHash);
    expect(lapsing).toEqual(['one', 'two', 'three']);
  });

  it('lapse once each, and where all do none is left', () => {
    const { open } = harness();
    for (const network of [1, 2, 3, 4, 5]) open.reserve(`198.51.${network}.1`)!.made(`${network}`);

    expect(Array.from({ length: 6 }, () => open.lapsing('233.252.0.1')?.paymentHash)).toEqual([
      ...['1', '2', '3', '4', '5'],
      undefined,
    ]);
  });

  it('do not lapse where one of them has expired', () => {
    const { clock, open } = harness();
    for (const network of [1, 2, 3, 4]) open.reserve(`198.51.${network}.1`)!.made(`${network}`);
    clock.advance(1);
    open.reserve('198.51.5.1')!.made('5');
    expect(open.lapsing('233.252.0.1')).toBeDefined();
    clock.advance(299_999);

    expect([open.lapsing('233.252.0.1'), open.count()]).toEqual([undefined, 1]);
    clock.advance(1);
    expect(open.count()).toBe(0);
  });

  it('are not ended by the payment of another one', () => {
    const { open } = harness();
    open.reserve('192.0.2.1')!.made('aa');
    open.reserve('192.0.2.2');

    open.paid('bb');
    expect(open.count()).toBe(2);
    open.paid('aa');
    expect(open.count()).toBe(1);
  });

  it('do not lapse for a client that has enough, nor before they are made', () => {
    const { open } = harness();
    for (const client of ['192.0.2.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '203.0.114.1']) open.reserve(client);

    expect([open.lapsing('192.0.2.1'), open.lapsing('233.252.0.1')]).toEqual([undefined, undefined]);
  });

  it('count from before they are made, until they are paid, expire or fail', () => {
    const { clock, open } = harness();
    const [paid, failed] = [open.reserve('192.0.2.1')!, open.reserve('192.0.2.1')!];
    expect(open.reserve('192.0.2.1')).toBeUndefined();

    paid.made('aa');
    open.paid('aa');
    failed.free();
    expect(open.count()).toBe(0);

    open.reserve('192.0.2.1');
    clock.advance(299_999);
    expect(open.count()).toBe(1);
    clock.advance(1);
    expect(open.count()).toBe(0);
  });
});
