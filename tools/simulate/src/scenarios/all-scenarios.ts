import { TRICKS, type Trick } from '../actors/hostile-client';
import type { BookHabits } from '../actors/book-client';
import { NO_CRASHES } from '../core/crash-plan';
import { SETTLE_MODES, type SettleMode } from '../model/facilitator';
import { WALLETS } from '../model/signatures';
import type { Plan } from '../run/plan';

/** A short schedule that runs again with a crash at each of its yield points. */
export interface Scenario {
  readonly name: string;
  readonly plan: Plan;
  readonly books: readonly BookHabits[];
  /** Whether it also runs with two crashes, at every pair of points. */
  readonly inPairs: boolean;
}

const CALM: Plan = {
  name: '',
  hasEvidence: true,
  self: null,
  settleFaultRate: 0,
  verifyFaultRate: 0,
  nodeErrorRate: 0,
  nodeLags: [0, 1],
  forgetfulNode: null,
  nodes: null,
  processes: 1,
  hasOtherWriter: false,
  thread: null,
  ledgerFaultRate: 0,
  faultsComeInSpells: false,
  hasOtherNode: false,
  cutRate: 0,
  lossRate: 0,
  lies: false,
  reorgs: false,
  slowReaders: false,
  givenAgainMs: 0,
  chainSkewSeconds: 0,
  wallJumpsMs: [],
  swapsMs: [],
  holdsMs: [],
  books: 0,
  tricks: [],
  settleScript: [],
  crashPlan: NO_CRASHES,
  calmAtMs: 90_000,
};

const BOOK: BookHabits = {
  wallet: WALLETS[0]!,
  address: '198.51.100.1',
  version: 2,
  identifiers: 'each',
  isPatient: true,
  overpays: false,
};

const PAIRED: ReadonlySet<string> = new Set([
  'settle ok',
  'settle lost_after',
  'settle pending_200',
  'without identifier, settle lost_before',
  'trick cancels',
]);

/** Handed over and back with almost every call. */
const IN_TURNS = { busyFrom: 0, quietMs: 0, startMs: 0, readyRate: 0.6, endRate: 0 };

function scenario(name: string, change: Partial<Plan> = {}, books: readonly BookHabits[] = [BOOK]): Scenario {
  return { name, plan: { ...CALM, name, ...change }, books, inPairs: PAIRED.has(name) };
}

const withoutIdentifier: BookHabits = { ...BOOK, identifiers: 'none' };
const plainModes: readonly SettleMode[] = ['ok', 'lost_before', 'lost_after', 'pending_500', 'hang', 'refused', 'slow'];
const trickNames = Object.keys(TRICKS) as readonly Trick[];

/** Every way a settle call can go, with and without an identifier; every trick; and the seller's own troubles. */
export const SCENARIOS: readonly Scenario[] = [
  ...SETTLE_MODES.map((mode) => scenario(`settle ${mode}`, { settleScript: [mode], lies: mode === 'lying_refusal' })),
  ...plainModes.map((mode) =>
    scenario(`without identifier, settle ${mode}`, { settleScript: [mode] }, [withoutIdentifier]),
  ),
  ...trickNames.map((trick) => scenario(`trick ${trick}`, { tricks: [trick] }, [])),
  scenario('version 1', {}, [{ ...BOOK, version: 1, identifiers: 'none' }]),
  scenario('two doubts in a row', { settleScript: ['hang', 'html_502'] }),
  scenario('impatient, settle hang', { settleScript: ['hang'] }, [{ ...BOOK, isPatient: false }]),
  scenario('no chain to ask, settle lost_after', { hasEvidence: false, settleScript: ['lost_after'] }),
  scenario('no chain to ask, settle lost_before', { hasEvidence: false, settleScript: ['lost_before'] }),
  scenario('another node settles first', { hasEvidence: false, hasOtherNode: true }),
  scenario('one node is down', { nodeLags: [0, 12], settleScript: ['lost_after'] }),
  scenario('one node forgets', { forgetfulNode: 0, settleScript: ['lost_after'] }),
  scenario('blocks are reorganised', { reorgs: true, settleScript: ['late_landing'] }),
  scenario('data is reloaded', { swapsMs: [2_000, 5_000, 9_000], settleScript: ['lost_after'] }),
  scenario('sales are held', { holdsMs: [[3_000, 9_000]], settleScript: ['hang'] }),
  scenario('slow reader', { slowReaders: true }, [withoutIdentifier]),
  scenario('a thread in turns', { thread: IN_TURNS }),
  scenario('a thread in turns, settle lost_after', { thread: IN_TURNS, settleScript: ['lost_after'] }),
  scenario('a thread in turns, without identifier', { thread: IN_TURNS, tricks: ['duplicates'] }, [withoutIdentifier]),
  scenario('three at once', {}, [
    BOOK,
    { ...withoutIdentifier, wallet: WALLETS[1]!, address: '198.51.100.2' },
    { ...BOOK, wallet: WALLETS[2]!, address: '198.51.100.3', overpays: true },
  ]),
];
