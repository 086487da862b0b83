import type { Mutant } from '../run/mutant';
import { EVIDENCE_MUTANTS } from './evidence-mutants';
import { FACILITATOR_MUTANTS } from './facilitator-mutants';
import { FREE_MUTANTS } from './free-mutants';
import { GATE_MUTANTS } from './gate-mutants';
import { SWITCHING_MUTANTS } from './switching-mutants';
import { LOST_MUTANTS } from './lost-mutants';
import { SELF_MUTANTS } from './self-mutants';
import { NODE_MUTANTS } from './node-mutants';
import { LEDGER_MUTANTS } from './ledger-mutants';

/** Every planted bug. */
export const MUTANTS: readonly Mutant[] = [
  ...FACILITATOR_MUTANTS,
  ...EVIDENCE_MUTANTS,
  ...LEDGER_MUTANTS,
  ...GATE_MUTANTS,
  ...SWITCHING_MUTANTS,
  ...SELF_MUTANTS,
  ...LOST_MUTANTS,
  ...NODE_MUTANTS,
  ...FREE_MUTANTS,
];
