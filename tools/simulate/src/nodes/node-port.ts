import type { PaymentLedger } from '@stackcheck/payment-x402';
import type { PaymentKey, Settlement } from '@stackcheck/payment-x402/ledger';
import type { Checker } from '../checks/checker';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { LedgerChecks } from '../run/ledger-checks';
import type { NodeChecks } from './node-checks';

/** What a ledger over a network says when all is as it should be. */
const CODE = /^LEDGER_(UNACKNOWLEDGED|AWAY)$/;
const REFUSED = /another node works on it$| is released$|, so nothing was delivered$/;

/** The real ledger of a node behind a port: every call may be the last of its process; what it meets on the way is the database's. */
export function nodePort<T extends PaymentLedger>(
  ledger: T,
  parts: {
    readonly host: Host;
    readonly life: Life;
    readonly random: Random;
    readonly checker: Checker;
    readonly checks: LedgerChecks;
    readonly nodeChecks: NodeChecks;
  },
): T {
  const { host, life, random, checker, checks, nodeChecks } = parts;
  return new Proxy(ledger, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const name = String(property);
      return (...args: unknown[]): Promise<unknown> =>
        host.call(life, `ledger.${name}`, {
          beforeMs: random.between(0, 1),
          afterMs: 0,
          work: async () => {
            const step = () => value.apply(target, args) as Promise<unknown>;
            const result = await attempt(
              name,
              args,
              name === 'delivered' ? () => checks.deliver(args[0] as number, step) : step,
            );
            if (name === 'claim') nodeChecks.isReady(life, (args[0] as { key: PaymentKey }).key.nonce);
            if (name === 'withdraw' && result === 'withdrawn')
              nodeChecks.hasWithdrawn(life, (args[0] as PaymentKey).nonce);
            if (name === 'settled') checks.hasTransfer(args[0] as number, args[1] as Settlement);
            return result;
          },
        });
    },
  });

  async function attempt(name: string, args: readonly unknown[], step: () => Promise<unknown>): Promise<unknown> {
    try {
      return await step();
    } catch (error) {
      if (name === 'settled') checker.couldNotStore(args[0] as number);
      const { code = '', message, name: kind } = error as Error & { readonly code?: string };
      if (kind !== 'LedgerBrokenError' && !CODE.test(code) && !REFUSED.test(message))
        checker.fail('ledger', `${name}: ${code} ${message}`);
      throw error;
    }
  }
}
