import type { Purchase } from '../actors/book-client';
import type { Chain } from '../model/chain';
import { PAY_TO, ROUTE } from '../model/terms';
import type { Checker } from './checker';
import { allRows, type LedgerRows, type SignedRow } from './ledger-rows';
import { lossesAreRecorded } from './losses';

/** What the last checks look at. */
export interface EndState {
  readonly checker: Checker;
  readonly rows: LedgerRows;
  readonly chain: Chain;
  readonly purchases: readonly Purchase[];
  /** Whether the chain can be asked; without it some doubts stay, and say so. */
  readonly hasEvidence: boolean;
  /** Nonces that the facilitator refused although it broadcast them. */
  readonly liedAbout: ReadonlySet<string>;
  /** Nonces that a payer put on the chain himself. */
  readonly selfMade: ReadonlySet<string>;
  readonly stolen: ReadonlySet<unknown>;
  readonly nowSeconds: number;
}

/** The checks that hold once nothing goes wrong any more and every window is over. */
export function checkAtEnd(state: EndState): void {
  const rows = allRows(state.rows);
  oneCharge(state);
  answersArePaid(state, rows);
  freeIsFree(state);
  rowsMatchChain(state, rows);
  lossesAreRecorded(state, rows);
  uniqueness(state, rows);
  nothingOpen(state, rows);
  history(state, rows);
}

function paysUs({ chain }: EndState, payer: string, nonce: string, value: bigint): boolean {
  return chain.pays(payer, nonce, PAY_TO, value) !== undefined;
}

function oneCharge(state: EndState): void {
  for (const { name, payments, exempt } of state.purchases) {
    if (exempt !== null) continue;
    // A facilitator that refuses what it broadcasts, or a stolen answer, is beyond what a client can be promised.
    if (payments.some((payment) => state.liedAbout.has(payment.fields.nonce) || state.stolen.has(payment))) continue;
    const charged = payments.filter(({ fields }) => paysUs(state, fields.from, fields.nonce, fields.value));
    if (charged.length > 1) state.checker.fail('I1', `purchase ${name} was charged ${charged.length} times`);
  }
}

function answersArePaid({ checker, hasEvidence, selfMade }: EndState, rows: readonly SignedRow[]): void {
  for (const { payment, answer } of checker.stories.values()) {
    if (!answer) continue;
    const { from, nonce } = payment.fields;
    const own = rows.filter((row) => row.nonce === nonce && row.payer === from);
    const [row] = own;
    const name = nonce.slice(-6);
    if (own.length !== 1 || !row) checker.fail('I3', `${own.length} rows for the answered nonce ${name}`);
    else if (row.state !== 'settled') {
      // Without a chain to ask, a settlement that could not be stored before a crash stays in doubt, and held.
      if (hasEvidence || row.state !== 'unknown')
        checker.fail('I3', `the answered nonce ${name} is ${row.state}${selfMade.has(nonce) ? ' (self-made)' : ''}`);
    } else if (row.evidence === null || BigInt(row.value) < ROUTE.price || row.pay_to.toLowerCase() !== PAY_TO)
      checker.fail('I3', `the answered nonce ${name} is settled without evidence, value or recipient`);
  }
}

function freeIsFree(state: EndState): void {
  for (const { payment, wasDisowned, ...story } of state.checker.stories.values()) {
    const { from, nonce, value } = payment.fields;
    // Another request of the same client may be served by another node; a client that only ever left is not charged.
    const calledFreeBy = story.calledFreeBy ?? (story.left > 0 && story.left === story.presented ? 'leaving' : null);
    if (wasDisowned && state.hasEvidence && !state.liedAbout.has(nonce) && paysUs(state, from, nonce, value))
      state.checker.fail(
        'I4',
        `nonce ${nonce.slice(-6)} is used on the chain, and was called replayed before any answer`,
      );
    if (calledFreeBy === null || state.liedAbout.has(nonce) || state.selfMade.has(nonce)) continue;
    if (paysUs(state, from, nonce, value))
      state.checker.fail('I4', `nonce ${nonce.slice(-6)} was called free by ${calledFreeBy}, and is used on the chain`);
  }
}

function rowsMatchChain(state: EndState, rows: readonly SignedRow[]): void {
  const { checker, chain, hasEvidence } = state;
  const byNonce = new Map(rows.map((row) => [`${row.payer} ${row.nonce}`, row]));
  for (const row of rows) {
    const isPaid = paysUs(state, row.payer, row.nonce, BigInt(row.value));
    const wasPaid = isPaid || chain.paidBefore(row.payer, row.nonce, PAY_TO, BigInt(row.value));
    if (row.state === 'settled' && !wasPaid && hasEvidence)
      checker.fail('I5', `row ${row.id} is settled, and nothing was transferred`);
    if (row.state === 'released' && isPaid) checker.fail('I6', `row ${row.id} is released, and was transferred`);
  }
  for (const [key, use] of chain.deps) {
    if (use.kind !== 'transfer' || use.to !== PAY_TO) continue;
    const row = byNonce.get(key);
    if (row?.state === 'settled' || (!row && state.selfMade.has(use.nonce))) continue;
    if (!hasEvidence && (!row || row.state === 'unknown' || row.state === 'refused')) continue;
    checker.fail('I20', `nonce ${use.nonce.slice(-6)} paid us, and its row is ${row?.state ?? 'missing'}`);
  }
}

function uniqueness({ checker }: EndState, rows: readonly SignedRow[]): void {
  const nonces = new Set<string>();
  const identifiers = new Set<string>();
  for (const row of rows) {
    const key = `${row.payer} ${row.nonce}`;
    if (nonces.has(key)) checker.fail('I11', `two rows for nonce ${row.nonce.slice(-6)}`);
    nonces.add(key);
    const isBound = row.state === 'settling' || row.state === 'unknown' || row.state === 'settled';
    if (row.identifier === null || !isBound) continue;
    if (identifiers.has(row.identifier)) checker.fail('I10', `two payments bound to ${row.identifier}`);
    identifiers.add(row.identifier);
  }
}

function nothingOpen({ checker, hasEvidence, nowSeconds }: EndState, rows: readonly SignedRow[]): void {
  if (!hasEvidence) return;
  for (const row of rows) {
    const isOpen = row.state === 'settling' || row.state === 'unknown';
    if (isOpen && nowSeconds > row.valid_before + 120)
      checker.fail('I18', `row ${row.id} is ${row.state} two minutes after its window`);
  }
}

function history({ checker, rows: ledger }: EndState, rows: readonly SignedRow[]): void {
  const [fault] = ledger.historyFaults(rows);
  if (fault !== undefined) checker.fail('I12', fault);
  for (const row of rows) {
    const isClosed = row.state === 'settled' || row.state === 'released';
    if (isClosed && /0x[0-9a-f]{130}/i.test(row.payload)) checker.fail('I16', `row ${row.id} still holds a signature`);
  }
  const [secret] = checker.loggedSecrets;
  if (secret !== undefined) checker.fail('I16', `the log holds a signature`);
}
