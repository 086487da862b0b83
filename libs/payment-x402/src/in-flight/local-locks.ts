import type { PaymentKey, Settlement } from '../ledger/ledger';
import type { BeginOutcome, InFlightLocks, LockName, LateSettlement } from './in-flight-locks';

/** The locks of one process; of all there are where it has a ledger to itself. */
export class LocalLocks implements InFlightLocks {
  private readonly hashByKey = new Map<string, string>();
  private readonly hashByIdentifier = new Map<string, string>();
  private readonly lateSettlements = new Map<number, Settlement>();

  begin(name: LockName): BeginOutcome {
    const key = keyText(name.key);
    const byKey = this.hashByKey.get(key);
    const byIdentifier = name.identifier === null ? undefined : this.hashByIdentifier.get(name.identifier);
    if (byIdentifier !== undefined && byIdentifier !== name.hash) return { kind: 'other_payment', by: 'identifier' };
    if (byKey !== undefined)
      return byKey === name.hash ? { kind: 'same_payment' } : { kind: 'other_payment', by: 'key' };

    this.hashByKey.set(key, name.hash);
    if (name.identifier !== null) this.hashByIdentifier.set(name.identifier, name.hash);
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.hashByKey.delete(key);
      if (name.identifier !== null) this.hashByIdentifier.delete(name.identifier);
    };
    return { kind: 'begun', lock: { release } };
  }

  takeUp(): boolean {
    return true;
  }

  get count(): number {
    return this.hashByKey.size;
  }

  keepLate(paymentId: number, settlement: Settlement): void {
    this.lateSettlements.set(paymentId, settlement);
  }

  late(paymentId: number): Settlement | undefined {
    return this.lateSettlements.get(paymentId);
  }

  dropLate(paymentId: number): void {
    this.lateSettlements.delete(paymentId);
  }

  allLate(): readonly LateSettlement[] {
    return [...this.lateSettlements];
  }
}

function keyText(key: PaymentKey): string {
  return `${key.network} ${key.asset} ${key.payer} ${key.nonce}`;
}
