/// <reference types="jest" />
import { testIntent } from '@stackcheck/payment-x402/testing';
import fc from 'fast-check';
import { type Client } from 'pg';
import { LedgerDatabase } from './ledger-database';
import { modelConnection, ModelDatabase } from './model';
import { LEDGER_STEPS, Side, type Command } from './side-by-side';
import type { SendOutcome } from './unsteady-connections';

const NODES = 2;
const PATIENCE_MS = 300_000;

/** Two payments bear one identifier. */
const INTENTS = [
  testIntent({ identifier: 'pay_shared_by_two', validBefore: 1_800_000_000 }),
  testIntent({ identifier: 'pay_shared_by_two', validBefore: 1_800_000_000 }),
  // Its window is over, by any clock.
  testIntent({ validBefore: 1_700_000_000 }),
];

const node = fc.nat(NODES - 1);
const payment = fc.nat(INTENTS.length - 1);
const sendOutcome = fc.constantFrom<SendOutcome>('arrives', 'arrives', 'arrives', 'not_sent', 'unanswered', 'late');
const sendOutcomes = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(sendOutcome, { maxLength: 3 }));
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constantFrom('claim' as const, 'claim' as const, ...LEDGER_STEPS),
      node,
      payment,
      sendOutcomes,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('claim_many' as const, 'claim_and_settle' as const),
      node,
      payment,
      sendOutcomes,
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'late_arrives' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('found_gone' as const), node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), node }) },
);

/** What may follow a claim, again and again. */
const LATER_STEPS = ['unknown', 'take_up', 'refused', 'call_free', 'settled', 'withdraw', 'released'] as const;
/** The life of one payment, which several nodes work on. */
const life: fc.Arbitrary<readonly Command[]> = fc
  .tuple(
    payment,
    node,
    fc.array(fc.record({ kind: fc.constantFrom(...LATER_STEPS), node, sendOutcomes }), { minLength: 3, maxLength: 6 }),
  )
  .map(([of, by, steps]) => [
    { kind: 'claim', node: by, payment: of, sendOutcomes: [] },
    ...steps.map((step) => ({ ...step, payment: of })),
  ]);
const commandLists = fc
  .array(fc.oneof({ weight: 3, arbitrary: command.map((one) => [one]) }, { weight: 1, arbitrary: life }), {
    minLength: 10,
    maxLength: 25,
    size: 'max',
  })
  .map((lists) => lists.flat());

const DUMP = `SELECT 'payment' AS of, to_jsonb(p) AS row FROM payment p
  UNION ALL SELECT 'body', to_jsonb(encode(body, 'hex')) FROM (SELECT body FROM payment_answer ORDER BY payment_id) b
  UNION ALL SELECT 'event', to_jsonb(e) FROM payment_event e
  UNION ALL SELECT 'seal', to_jsonb(s) FROM event_seal s
  UNION ALL SELECT 'node', to_jsonb(n) - 'started_at' FROM node n
  UNION ALL SELECT 'cluster', jsonb_build_array(paused, stopped) FROM cluster`;

/**
 * The model of the statements next to a real server, as a test of the suite that calls it.
 * @param runs how many random sequences
 * @param programs the folder of PostgreSQL's programs; those of this machine when absent
 */
export function modelAndPostgres(runs: number, programs?: string): void {
  let server: LedgerDatabase;
  beforeAll(async () => {
    server = await LedgerDatabase.start({}, programs === undefined ? {} : { programs });
    // Brings the schema up to date.
    await server.open('first');
  });
  afterAll(() => server.stop());

  it(
    'answer the same to the same, and have the same rows after it',
    () =>
      fc.assert(
        fc.asyncProperty(commandLists, async (commands) => {
          await server.empty();
          const postgres = await openPostgres(server);
          const model = openModel();
          try {
            for (const side of [postgres.side, model.side]) await side.start(NODES);
            for (const step of commands)
              expect([step, await model.side.run(step)]).toEqual([step, await postgres.side.run(step)]);
            expect(model.rows()).toEqual(await postgres.rows());
          } finally {
            await postgres.side.stop();
            await postgres.close();
            await model.side.stop();
          }
        }),
        { numRuns: runs },
      ),
    PATIENCE_MS,
  );
}

async function openPostgres({ server }: LedgerDatabase) {
  const connect = async (): Promise<Client> => {
    const client = await server.connect();
    client.setTypeParser(20, Number);
    return client;
  };
  const admin = await connect();
  const side = new Side(
    connect,
    {
      async idOf({ payer, nonce }) {
        const { rows } = await admin.query<{ id: number }>('SELECT id FROM payment WHERE payer = $1 AND nonce = $2', [
          payer,
          nonce,
        ]);
        return rows[0]?.id;
      },
      markGone: async (bootId) => void (await server.run(`UPDATE node SET gone = true WHERE boot_id = '${bootId}'`)),
      forgetFree: async (nowSeconds) =>
        (await admin.query<object>('SELECT forget_called_free($1) AS forgotten', [nowSeconds])).rows,
    },
    INTENTS,
  );
  return { side, rows: async () => sorted((await admin.query<object>(DUMP)).rows), close: () => admin.end() };
}

function openModel() {
  const database = new ModelDatabase();
  const { tables } = database;
  const side = new Side(
    async () => modelConnection(async (name, values) => database.execute(name, values)).client,
    {
      idOf: async ({ network, asset, payer, nonce }) => tables.byKey([network, asset, payer, nonce])?.id,
      markGone: async (bootId) => void database.execute('leave', [bootId]),
      forgetFree: async (nowSeconds) => database.execute('forget_called_free', [nowSeconds]),
    },
    INTENTS,
  );
  const rows = () =>
    sorted([
      ...tables.payments().map(({ body: _body, ...row }) => ({
        of: 'payment',
        row: { ...row, price: Number(row.price), value: Number(row.value) },
      })),
      ...tables
        .payments()
        .flatMap(({ body, attempt }) =>
          attempt === 0 ? [] : [{ of: 'body', row: Buffer.from(body).toString('hex') }],
        ),
      ...tables.events().map((row) => ({ of: 'event', row })),
      ...[...tables.seals()].map(([name, hash]) => {
        const [boot_id, to_seq] = name.split(' ');
        return { of: 'seal', row: { boot_id, to_seq: Number(to_seq), hash } };
      }),
      ...tables.nodes().map(({ terms, keys, seals, ...row }) => ({
        of: 'node',
        row: { ...row, terms_sha256: terms, keys_sha256: keys, seals: JSON.parse(seals) as unknown },
      })),
      { of: 'cluster', row: [tables.switch.paused, tables.switch.stopped] },
    ]);
  return { side, rows };
}

/** Tables have no order. */
function sorted(rows: readonly object[]): readonly unknown[] {
  const text = (row: object): string =>
    JSON.stringify(Object.entries(row).map(([name, value]) => [name, keyed(value)]));
  return [...rows].sort((one, other) => (text(one) < text(other) ? -1 : 1));
}

function keyed(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
