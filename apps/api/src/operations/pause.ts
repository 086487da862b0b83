/**
 * Why paid routes may be held back:
 *
 * - `switch`: PAUSED=true, or the file DATA_DIR/paused exists
 * - `disk`: little room is left where the ledger lives
 * - `clock`: the system's clock and the chain's differ, or without a chain to ask the one of the ledger's server
 * - `chain_head`: the chain's newest block is old although our clock is right; warns, never more
 * - `event_loop`: requests wait for the processor
 * - `gas`: the wallet that settles has too little ether, or fees are too high
 * - `ledger`: the payment ledger cannot be written
 * - `block_list`: the list of blocked payers is too old
 * - `proxy`: clients share the address of a proxy; only a warning
 * - `slow_bodies`, `places`, `client_budget`: requests with a payment are turned away; only warnings
 * - `draining`: the process is about to end; a warning while others go on and balancers have to see it
 */
export type PauseReason =
  | 'switch'
  | 'disk'
  | 'clock'
  | 'chain_head'
  | 'event_loop'
  | 'gas'
  | 'ledger'
  | 'block_list'
  | 'proxy'
  | 'slow_bodies'
  | 'places'
  | 'client_budget'
  | 'draining';

/** What a caller reads of a reason. */
const SAID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    switch: 'the operator paused payments',
    disk: 'little disk space is left',
    clock: 'the clock of the server is in doubt',
    chain_head: 'the newest known block of the chain is old',
    event_loop: 'the server is overloaded',
    gas: 'fees of the network cannot be paid now',
    ledger: 'payments cannot be recorded',
    block_list: 'the list of blocked payers is too old',
    proxy: 'clients share the address of a proxy',
    slow_bodies: 'too many requests arrive slowly',
    places: 'too many payments are under way',
    client_budget: 'too much work was left unpaid',
    draining: 'the server is about to stop',
  } satisfies Record<PauseReason, string>),
);

/** Why payments are not taken, in plain words. */
export function pauseText(reasons: readonly string[]): string {
  return reasons.map((reason) => SAID.get(reason) ?? reason).join('; ');
}

/** What a reason asks for: `warn` only warns the operator, `shed` refuses payments, `pause` also makes no more offers. */
export type PauseLevel = 'clear' | 'warn' | 'shed' | 'pause';

/** One change of one reason. */
export interface PauseChange {
  readonly reason: PauseReason;
  readonly from: PauseLevel;
  readonly to: PauseLevel;
  /** One sentence for the operator; holds no secret. */
  readonly detail: string;
}

/** What /health shows. */
export interface PauseState {
  /** Reasons for which payments are refused now. */
  readonly reasons: readonly PauseReason[];
  /** Reasons that only warn the operator. */
  readonly warnings: readonly PauseReason[];
}

/** The one place that knows whether payments are taken. Each watcher reports its own reason and no other. */
export class Pause {
  private readonly levels = new Map<PauseReason, PauseLevel>();
  private paused = false;
  private shedding = false;

  /** @param onChange called once for every change */
  constructor(private readonly onChange: (change: PauseChange) => void = () => undefined) {}

  report(reason: PauseReason, level: PauseLevel, detail = ''): void {
    const from = this.levels.get(reason) ?? 'clear';
    if (from === level) return;
    this.levels.set(reason, level);
    const levels = [...this.levels.values()];
    this.paused = levels.includes('pause');
    this.shedding = this.paused || levels.includes('shed');
    this.onChange({ reason, from, to: level, detail });
  }

  /** Whether paid routes answer nothing but 503 `paused`. */
  isPaused(): boolean {
    return this.paused;
  }

  /** Whether requests that bring a payment are refused; offers may still be made. */
  isShedding(): boolean {
    return this.shedding;
  }

  state(): PauseState {
    const at = (...wanted: PauseLevel[]): PauseReason[] =>
      [...this.levels].filter(([, level]) => wanted.includes(level)).map(([reason]) => reason);
    return { reasons: at('shed', 'pause'), warnings: at('warn') };
  }
}
