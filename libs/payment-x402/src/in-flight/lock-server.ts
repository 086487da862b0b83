import type { InFlightLock } from './in-flight-locks';
import type { LockRequest, LockReply } from './lock-messages';
import { LocalLocks } from './local-locks';

/** One process at the lock server. */
export interface LockServerConnection {
  onMessage(message: LockRequest): void;
  /** The process has ended: its locks are free. What it knew of late settlements stays. */
  leave(): void;
}

/**
 * Keeps the locks of all processes that share a ledger, in the one that started them. A ledger row does not show whether
 * somebody works on it: only who lives can tell, and here the end of a process is seen at once.
 */
export class LockServer {
  private readonly locks = new LocalLocks();

  /** How many payments are worked on, by whomever. */
  get count(): number {
    return this.locks.count;
  }

  /** @param answer sends to the process that connects */
  connect(answer: (reply: LockReply) => void): LockServerConnection {
    const { locks } = this;
    const held = new Map<number, InFlightLock>();
    let isTaken = true;
    return {
      onMessage(message) {
        if (!isTaken) return;
        switch (message.kind) {
          case 'begin': {
            const { number } = message;
            const outcome = locks.begin(message.name);
            if (outcome.kind !== 'begun') return answer({ ...outcome, number });
            held.set(number, outcome.lock);
            return answer({ kind: 'begun', number });
          }
          case 'release':
            held.get(message.number)?.release();
            held.delete(message.number);
            return;
          case 'keep_late':
            return locks.keepLate(message.paymentId, message.settlement);
          case 'drop_late':
            return locks.dropLate(message.paymentId);
          case 'late': {
            const settlement = locks.late(message.paymentId) ?? null;
            return answer({ kind: 'late', number: message.number, settlement });
          }
          case 'all_late':
            return answer({ kind: 'all_late', number: message.number, settlements: locks.allLate() });
        }
      },
      leave() {
        isTaken = false;
        for (const lock of held.values()) lock.release();
        held.clear();
      },
    };
  }
}
