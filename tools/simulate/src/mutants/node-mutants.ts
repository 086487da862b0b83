import type { GateDeps } from '@stackcheck/payment-x402/gate';
import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import type { ModelDatabase, ModelPayment } from '@stackcheck/store-postgres/testing';
import type { Mutant } from '../run/mutant';
import { overlaid } from './overlaid';

/** A statement in a wrong version, by its name; what it answers nothing to goes as it should. */
const statement =
  (wrong: string, step: (values: readonly never[], model: ModelDatabase) => readonly object[] | undefined) =>
  (name: string, values: readonly unknown[], model: ModelDatabase): readonly object[] | undefined =>
    name === wrong ? step(values as readonly never[], model) : undefined;

/** Changes a row first, so that a statement finds what it would not. */
const withRow =
  (change: (row: ModelPayment, boot: string) => Partial<ModelPayment>, at: number) =>
  (values: readonly never[], { tables }: ModelDatabase): undefined => {
    const [boot] = values as unknown as [string];
    const row = tables.payment(values[at]!);
    if (row) tables.updatePayment({ ...row, ...change(row, boot) });
  };

const isOpen = ({ state }: ModelPayment): boolean => state === 'settling' || state === 'unknown';

const withDeps = (
  deps: GateDeps,
  locks: Partial<InFlightLocks>,
  ledger: Partial<GateDeps['ledger']> = {},
): GateDeps => ({
  ...deps,
  locks: overlaid(deps.locks, locks),
  ledger: overlaid(deps.ledger, ledger),
});

/** Bugs that only nodes over one PostgreSQL can have. */
export const NODE_MUTANTS: readonly Mutant[] = [
  {
    name: 'the-living-are-taken-from',
    bug: 'A payment is taken up although the node that works on it lives.',
    breaks: ['I8', 'I24'],
    nodes: {
      statement: statement(
        'take_up',
        withRow((row) => (isOpen(row) ? { worker: null } : {}), 1),
      ),
    },
  },
  {
    name: 'late-refusals-count',
    bug: 'A refusal that arrives late frees a payment that its node took up and settled again meanwhile.',
    breaks: ['I1', 'I2', 'I4', 'I20'],
    seen: 'r1/7487n5',
    nodes: {
      statement: statement(
        'refuse',
        withRow((row, boot) => (row.worker === boot ? { boot_id: boot, fence: 1 } : {}), 1),
      ),
    },
  },
  {
    name: 'nothing-is-taken-up',
    bug: 'Who works on an open payment is not written before it is settled again.',
    breaks: ['I8', 'I24'],
    nodes: {},
    deps: (deps) => withDeps(deps, { takeUp: async () => true }),
  },
  {
    name: 'find-as-withdraw',
    bug: 'A claim that was not acknowledged counts as withdrawn when no row is found.',
    breaks: ['I25', 'I4'],
    nodes: {
      ledger: (ledger) =>
        overlaid(ledger, {
          async withdraw(key, refusal, nowMs) {
            if (!(await ledger.find(key))) return 'withdrawn';
            return ledger.withdraw(key, refusal, nowMs);
          },
        }),
    },
  },
  {
    name: 'numbers-are-not-taken',
    bug: 'The numbers of a statement that was not acknowledged are not kept from it.',
    breaks: ['I25', 'I4', 'I12'],
    seen: 'm/68n3',
    nodes: {
      statement: statement('void', (values, model) => {
        const [boot, seqs, at] = values as unknown as [string, readonly number[], number];
        return model.execute('void', [boot, seqs.slice(-1), at]);
      }),
    },
  },
  {
    name: 'one-missed-beat',
    bug: 'A node is gone when its beat stood still for a second and a half.',
    breaks: ['I8', 'I24'],
    nodes: { times: { goneMs: 1_500, claimLeftMs: 0, settleLeftMs: 0 } },
  },
  {
    name: 'cancel-at-the-deadline',
    bug: 'A commit that waits for its standby is cancelled at the deadline, and so counts as confirmed.',
    breaks: ['I7', 'I12', 'I3', 'I20', 'I1', 'I2'],
    seen: 'm/54n3',
    nodes: { cancelsAfterMs: 2_500 },
  },
  {
    name: 'lost-tail-unseen',
    bug: 'A node does not look whether its last events are still there.',
    breaks: ['I26'],
    nodes: {
      statement: statement('beat', (values, model) => {
        const [boot, toSeq, hash] = values as unknown as [string, number, string];
        const [row] = model.execute('beat', [boot, toSeq, hash, [], 0]);
        return [{ ...row, before: Number.MAX_SAFE_INTEGER }];
      }),
    },
  },
  {
    name: 'the-gone-go-on',
    bug: 'A node that others found gone does not notice.',
    breaks: ['I8', 'I24'],
    nodes: {
      statement: statement('beat', (values, model) => {
        const [row] = model.execute('beat', values) as [
          { readonly own: number | null; readonly before: number | null },
        ];
        return [{ ...row, own: row.own ?? row.before }];
      }),
    },
  },
  {
    name: 'the-dead-keep-theirs',
    bug: 'A node whose beat stands still is never found gone.',
    breaks: ['I2', 'I18'],
    nodes: { statement: statement('mark_gone', () => []) },
  },
  {
    name: 'the-gone-still-claim',
    bug: 'A claim counts that arrives after its node was found gone.',
    breaks: ['I4', 'I20'],
    seen: '29/96099n5',
    nodes: {
      statement: (name, values, model) => {
        if (!name.startsWith('claim')) return undefined;
        const { tables } = model;
        const node = tables.node((values as readonly [string])[0]);
        if (node?.gone !== true) return undefined;
        tables.putNode({ ...node, gone: false });
        const rows = model.execute(name, values);
        tables.putNode(node);
        return rows;
      },
    },
  },
  {
    name: 'refused-while-elsewhere',
    bug: 'What a facilitator finds wrong is answered although another node claimed the payment meanwhile.',
    breaks: ['I4', 'I1'],
    seen: 'ci/174n3',
    nodes: {},
    deps: (deps) => withDeps(deps, { isPerProcess: false } as Partial<InFlightLocks>),
  },
];
