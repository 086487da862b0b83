import { Random } from '../core/random';

/** How long a spell of faults lasts: as long as a call and what is tried right after it. */
const SPELL_MS = 10;
const SPELL_FAULT_RATE = 0.7;

/** When a call to the ledger fails: before its work, or after it, so that its caller does not know what is on disk. */
export class LedgerFaultModel {
  private spellEndsMs = 0;
  /** Chance of its own: schedules without spells are what they were before there were any. */
  private readonly ownRandom: Random;

  constructor(
    private readonly parts: {
      readonly name: string;
      readonly random: Random;
      readonly nowMs: () => number;
      readonly rate: () => number;
      readonly comeInSpells: boolean;
    },
  ) {
    this.ownRandom = new Random(`${parts.name} spell`);
  }

  /** What goes wrong with the next call. */
  next(isWrite: boolean): 'before' | 'after' | null {
    const { random, nowMs, rate, comeInSpells } = this.parts;
    const usual = rate();
    const isSpell = usual > 0 && nowMs() < this.spellEndsMs && this.ownRandom.chance(SPELL_FAULT_RATE);
    const fault = random.chance(isWrite ? usual : usual / 5) ? random.pick(['before', 'after'] as const) : null;
    if (fault !== null && comeInSpells) this.spellEndsMs = nowMs() + SPELL_MS;
    return fault ?? (isSpell ? this.ownRandom.pick(['before', 'after'] as const) : null);
  }
}
