import { LocalLocks } from '@stackcheck/payment-x402';
import type { Checker } from '../checks/checker';
import type { LedgerRows } from '../checks/ledger-rows';
import { sqliteRows } from '../checks/sqlite-rows';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Trail } from '../core/trail';
import type { Chain } from '../model/chain';
import { Disk, type Stop } from '../model/disk';
import { LedgerFaultModel } from '../model/ledger-faults';
import { otherNode } from '../model/other-node';
import { ledgerPort } from './ledger-port';
import type { Ledgers, OpenedLedger } from './ledgers';
import type { Mutant } from './mutant';
import type { Plan } from './plan';
import { switchingPort } from './switching-port';

/** What the ledgers of a schedule need of it. */
export interface LedgerParts {
  readonly plan: Plan;
  readonly mutant: Mutant | undefined;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly trail: Trail;
  readonly checker: () => Checker;
  readonly chain: () => Chain;
  readonly host: () => Host;
  readonly isCalm: () => boolean;
  readonly onFault: (name: string) => void;
}

/** A process over a file, which it has to itself. */
export class SqliteLedgers implements Ledgers {
  private readonly disk: Disk;

  constructor(
    folder: string,
    private readonly parts: LedgerParts,
  ) {
    const { plan, mutant, random } = parts;
    this.disk = new Disk(folder, random, {
      synchronous: mutant?.synchronous ?? 'FULL',
      begin: mutant?.begin ?? 'immediate',
      hasOtherWriter: plan.hasOtherWriter,
      hasThread: plan.thread !== null,
    });
  }

  get rows(): LedgerRows {
    return sqliteRows(this.disk.connection);
  }

  get isOpen(): boolean {
    return this.disk.isOpen;
  }

  open(life: Life): OpenedLedger {
    const { plan, mutant, random, scheduler, isCalm, onFault } = this.parts;
    const [host, checker, chain] = [this.parts.host(), this.parts.checker(), this.parts.chain()];
    const uncertain = { host, life, random, scheduler, mutant, isCalm, onFault };
    const ledger = this.disk.boot(life.bootId, plan.thread ? switchingPort(plan.thread, uncertain) : undefined);
    const name = `${plan.name} boot ${life.number}`;
    const port = ledgerPort(ledger, {
      host,
      life,
      random,
      checker,
      chain,
      rows: () => this.rows,
      faults: new LedgerFaultModel({
        name,
        random,
        nowMs: () => scheduler.nowMs,
        rate: () => (isCalm() ? 0 : plan.ledgerFaultRate),
        comeInSpells: plan.faultsComeInSpells,
      }),
      otherNode: plan.hasOtherNode ? otherNode(name) : undefined,
      hasEvidence: plan.hasEvidence,
      onFault,
    });
    return { ledger: port, locks: new LocalLocks() };
  }

  end(): void {
    this.disk.crash('kill');
  }

  crash(stop: Stop): void {
    this.disk.crash(stop);
  }

  calm(): void {
    // Its faults look at the harness.
  }

  close(): void {
    this.disk.close();
  }
}
