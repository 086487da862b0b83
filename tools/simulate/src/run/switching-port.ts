import { LedgerThreadModel, type ThreadHabits } from '../model/ledger-thread';
import { SwitchingLedger, type SwitchLimits } from '@stackcheck/store-sqlite/testing';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Handover } from '../model/disk';
import type { Mutant } from './mutant';

/** The real handover between a ledger on the event loop and one in a thread, which is opened when it has started. */
export function switchingPort(
  habits: ThreadHabits,
  parts: {
    readonly host: Host;
    readonly life: Life;
    readonly random: Random;
    readonly scheduler: Scheduler;
    readonly mutant: Mutant | undefined;
    readonly isCalm: () => boolean;
    readonly onFault: (name: string) => void;
  },
): Handover {
  const { host, life, random, scheduler, mutant, isCalm, onFault } = parts;
  return (here, open) => {
    const threaded = new LedgerThreadModel({
      bootId: life.bootId,
      habits,
      scheduler,
      random,
      open,
      isAlive: () => life.isAlive,
      strikes: (name, when) => host.strikes(life, name, when),
      isCalm,
      onEnd: () => {
        onFault("the ledger's thread ends");
        here.fail(threaded.fault);
        host.abandon(life);
      },
    });
    const limits: SwitchLimits = { ...habits, nowMs: () => scheduler.nowMs };
    return mutant?.handover?.(here, threaded, limits) ?? new SwitchingLedger(here, threaded, limits);
  };
}
