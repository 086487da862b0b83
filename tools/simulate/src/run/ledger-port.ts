import type { PaymentLedger } from '@stackcheck/payment-x402';
import type { Settlement } from '@stackcheck/payment-x402/ledger';
import type { Checker } from '../checks/checker';
import type { LedgerRows } from '../checks/ledger-rows';
import type { Host } from '../core/host';
import { never, type Life } from '../core/life';
import type { Random } from '../core/random';
import type { Chain } from '../model/chain';
import type { LedgerFaultModel } from '../model/ledger-faults';
import { ledgerChecks } from './ledger-checks';

const READS: ReadonlySet<string> = new Set(['find', 'findByIdentifier', 'open', 'counts']);

/**
 * The real ledger behind a port: every call takes time, may meet a full disk before or a broken one after its work, and may
 * be the last of its process.
 */
export function ledgerPort(
  ledger: PaymentLedger,
  parts: {
    readonly host: Host;
    readonly life: Life;
    readonly random: Random;
    readonly faults: LedgerFaultModel;
    readonly otherNode: ((settlement: Settlement) => Settlement | undefined) | undefined;
    readonly checker: Checker;
    readonly chain: Chain;
    readonly rows: () => LedgerRows;
    readonly hasEvidence: boolean;
    readonly onFault: (name: string) => void;
  },
): PaymentLedger {
  const { host, life, random, checker, onFault } = parts;
  const checks = ledgerChecks(life, parts);
  return new Proxy(ledger, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const name = String(property);
      const isWrite = !READS.has(name);
      return (...args: unknown[]): Promise<unknown> => {
        const fault = parts.faults.next(isWrite);
        const isStalled = random.chance(0.003);
        return host.call(life, `ledger.${name}`, {
          beforeMs: isStalled ? random.between(100, 3_000) : random.between(0, 2),
          afterMs: random.between(0, 1),
          work: async () => {
            if (fault === 'before') {
              onFault('disk full');
              throw new Error('SQLITE_FULL: database or disk is full');
            }
            if (name === 'settled' && fault === null)
              await settledElsewhere(args as Parameters<PaymentLedger['settled']>);
            const step = (): Promise<unknown> => value.apply(target, args) as Promise<unknown>;
            const result = await attempt(
              args,
              name === 'delivered' ? () => checks.deliver(args[0] as number, step) : step,
            );
            if (name === 'settled') checks.hasTransfer(args[0] as number, args[1] as Settlement);
            if (fault === 'after') {
              onFault('disk error');
              throw new Error('SQLITE_IOERR: disk I/O error');
            }
            return result;
          },
        });
      };

      async function attempt(args: readonly unknown[], step: () => Promise<unknown>): Promise<unknown> {
        try {
          return await step();
        } catch (error) {
          // Its connection was taken from it, as the end of a process does.
          if (!life.isAlive) return never();
          // A fault of its own, after which the process ends: what is on disk nobody knows, another node's settlement least of all.
          if ((error as { code?: unknown }).code === 'LEDGER_THREAD_ENDED') {
            if (name === 'settled') checker.couldNotStore(args[0] as number);
            throw error;
          }
          checker.fail('ledger', `${name}: ${error instanceof Error ? error.message : String(error)}`);
          throw error;
        }
      }
    },
  });

  /** A node that took the payment over has stored its own proof before ours arrives. */
  async function settledElsewhere([id, settlement, nowMs]: Parameters<PaymentLedger['settled']>): Promise<void> {
    const theirs = parts.otherNode?.(settlement);
    if (theirs) await ledger.settled(id, theirs, nowMs);
  }
}
