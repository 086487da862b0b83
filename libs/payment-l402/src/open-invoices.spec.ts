import { FixedClock } from '@stackcheck/contract/testing';
import { createOpenInvoices } from './open-invoices';

const LIMITS = { perClientMax: 2, max: 5, expirySeconds: 300 };

function world() {
  const clock = new FixedClock();
  return { clock, open: createOpenInvoices(clock, LIMITS) };
}

describe('open invoices', () => {
  it('are few per client, by IPv6 network, and few in all', () => {
    const { open } = world();

    const granted = (client: string) => open.reserve(client) !== undefined;

    expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(granted)).toEqual([true, true, false]);
    expect(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map(granted)).toEqual([true, true, true, false]);
    expect(open.count()).toBe(5);
  });

  it('count from before they are made, until they are paid, expire or fail', () => {
    const { clock, open } = world();
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
