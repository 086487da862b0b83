import { FixedClock } from '@stackcheck/contract/testing';
import type { SelfEvent } from './self-deps';
import { seldom } from './seldom';

const event = (name: SelfEvent['event'], nonce?: number): SelfEvent =>
  ({ level: 'warn', event: name, ...(nonce === undefined ? {} : { nonce }) }) as SelfEvent;

it.each(['gas_node_failed', 'transaction_book_failed', 'failed_transfer_unreported', 'transaction_stuck'] as const)(
  '%s is said once a minute, of each transaction by itself',
  (name) => {
    const clock = new FixedClock();
    const said: SelfEvent[] = [];
    const log = seldom((one) => void said.push(one), clock);
    const say = (): void => [event(name, 1), event(name, 2)].forEach(log);

    say();
    clock.advance(59_999);
    say();
    expect(said).toEqual([event(name, 1), event(name, 2)]);
    clock.advance(1);
    say();
    expect(said).toHaveLength(4);
  },
);

it('what happens once is said each time', () => {
  const said: SelfEvent[] = [];
  const log = seldom((one) => void said.push(one), new FixedClock());
  for (let times = 0; times < 3; times++) log(event('transaction_replaced', 1));

  expect(said).toHaveLength(3);
});

it('each kind of what lasts is said by itself, also where no transaction is named', () => {
  const said: SelfEvent[] = [];
  const log = seldom((one) => void said.push(one), new FixedClock());
  const all = [event('gas_node_failed'), event('transaction_book_failed'), event('gas_node_failed', 1)];

  for (const one of [...all, ...all]) log(one);

  expect(said).toEqual(all);
});
