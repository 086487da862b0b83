import type { PaymentKey, Settlement } from './ledger';

/** The holder's right to work on one payment. */
export interface Flight {
  /** Idempotent. */
  release(): void;
}

/** Outcome of asking for a flight. */
export type BeginOutcome =
  | { readonly kind: 'begun'; readonly flight: Flight }
  /** The same payment is being worked on. */
  | { readonly kind: 'same_payment' }
  /** Another payment with the same nonce or the same identifier is being worked on. */
  | { readonly kind: 'other_payment'; readonly by: 'key' | 'identifier' };

/** What identifies a payment in flight. */
export interface FlightName {
  readonly key: PaymentKey;
  readonly hash: string;
  readonly identifier: string | null;
}

/**
 * Single flight within this process: at most one request or reconciliation works on a payment key and on an identifier
 * at any moment, so a payment is never executed or settled twice at once. Shared by the gate and the reconciler.
 */
export class Flights {
  private readonly hashByKey = new Map<string, string>();
  private readonly hashByIdentifier = new Map<string, string>();
  private readonly lateSettlements = new Map<number, Settlement>();

  begin(name: FlightName): BeginOutcome {
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
    return { kind: 'begun', flight: { release } };
  }

  /** How many payments are being worked on; a drain waits for zero. */
  get count(): number {
    return this.hashByKey.size;
  }

  /** Keeps a settlement that could not be stored, so that it is stored later instead of being lost. */
  keepLate(paymentId: number, settlement: Settlement): void {
    this.lateSettlements.set(paymentId, settlement);
  }

  late(paymentId: number): Settlement | undefined {
    return this.lateSettlements.get(paymentId);
  }

  dropLate(paymentId: number): void {
    this.lateSettlements.delete(paymentId);
  }

  /** Settlements that wait to be stored. */
  allLate(): readonly (readonly [number, Settlement])[] {
    return [...this.lateSettlements];
  }
}

function keyText(key: PaymentKey): string {
  return `${key.network} ${key.asset} ${key.payer} ${key.nonce}`;
}
