/** Something an operator may want to know. Holds no signature, no payload and no whole header. */
export interface GateEvent {
  readonly level: 'info' | 'warn' | 'alarm';
  readonly event:
    | 'payment_settled'
    | 'payment_refused'
    | 'settlement_unknown'
    | 'settlement_resolved'
    /** A payment that the facilitator had refused was settled after all: it contradicts itself. */
    | 'settlement_late'
    | 'settlement_mismatch'
    | 'ledger_failed'
    | 'facilitator_failed';
  readonly routeId?: string;
  readonly payer?: string;
  /** A facilitator's reason or an error message. */
  readonly reason?: string;
}

/** Where the gate reports to. Must not throw. */
export type GateLog = (event: GateEvent) => void;

/** The text of a caught value, which in some realms is no `Error` although it looks like one. */
export function reasonOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : String(error);
}
