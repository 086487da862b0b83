import { createOpenInvoices } from '@stackcheck/payment-l402';
import { FixedClock } from '@stackcheck/contract/testing';
import { l402Rail, partOf, type L402RailDeps } from './l402-rail';

it('is not there where it is off', () => {
  expect(l402Rail({ mode: 'off' }, {} as L402RailDeps)).toBeUndefined();
});

it('lets a client have its part of invoices at each node, by how many nodes live at the time', () => {
  let nodes = 3;
  const open = createOpenInvoices(
    new FixedClock(),
    partOf(() => nodes),
  );
  const made = (): number => {
    for (let count = 0; ; count++) if (open.reserve('192.0.2.1') === undefined) return count;
  };

  expect(made()).toBe(4);
  nodes = 1;
  expect(made()).toBe(6);
  nodes = 2;
  expect(made()).toBe(0);
});
