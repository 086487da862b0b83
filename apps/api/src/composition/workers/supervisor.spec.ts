import type { LockReply } from '@stackcheck/payment-x402/in-flight';
import type { FromWorker, ToWorker } from './messages';
import { Supervisor } from './supervisor';
import type { Ending, WorkerEvents } from './worker-process';

/** A worker that does what the test says. */
class FakeWorker {
  readonly told: ToWorker[] = [];
  killedBy: NodeJS.Signals | undefined;

  constructor(
    readonly index: number,
    private readonly events: WorkerEvents,
  ) {}

  says(message: FromWorker): void {
    this.events.message(message);
  }

  ready(): void {
    this.says({ kind: 'ready', url: 'http://127.0.0.1:1', banner: `banner of ${this.index}` });
  }

  ends(how: Ending): void {
    this.events.gone(how);
  }

  get replies(): readonly LockReply[] {
    return this.told.flatMap((message) => (message.kind === 'flights' ? [message.reply] : []));
  }

  get wasDrained(): boolean {
    return this.told.some(({ kind }) => kind === 'drain');
  }
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let made: FakeWorker[];
let lines: string[];
let nowMs: number;
let code: number | undefined;
let supervisor: Supervisor;

beforeEach(() => {
  [made, lines, nowMs, code] = [[], [], 0, undefined];
  supervisor = new Supervisor({
    workers: 2,
    fork(index, events) {
      const worker = new FakeWorker(index, events);
      made.push(worker);
      return {
        send: (message) => void worker.told.push(message),
        kill: (signal) => void (worker.killedBy = signal),
      };
    },
    monotonic: () => nowMs,
    tell: (line) => lines.push(line),
  });
  void supervisor.ended.then((ended) => (code = ended));
});

/** Starts both workers. */
async function started(): Promise<readonly [FakeWorker, FakeWorker]> {
  const starting = supervisor.start();
  made[0]!.ready();
  await soon();
  made[1]!.ready();
  await starting;
  return [made[0]!, made[1]!];
}

const begin = (number: number): FromWorker => ({
  kind: 'flights',
  message: {
    kind: 'begin',
    number,
    name: { key: { network: 'n', asset: 'a', payer: 'p', nonce: 'x' }, hash: 'h', identifier: null },
  },
});

it('starts the second worker when the first one listens, and tells what the first one said', async () => {
  const starting = supervisor.start();
  const alone = made.length;
  made[0]!.ready();
  await soon();
  made[1]!.ready();

  expect([alone, made.map(({ index }) => index)]).toEqual([1, [0, 1]]);
  expect(await starting).toMatchObject({ url: 'http://127.0.0.1:1', banner: 'banner of 0' });
});

it('lets one worker at a time work on a payment, and takes it from one that ended', async () => {
  const [one, other] = await started();
  one.says(begin(1));
  other.says(begin(1));
  one.ends('SIGKILL');
  other.says(begin(2));

  expect(one.replies).toEqual([{ kind: 'begun', number: 1 }]);
  expect(other.replies).toEqual([
    { kind: 'same_payment', number: 1 },
    { kind: 'begun', number: 2 },
  ]);
});

it('tells every other worker of a refused payment', async () => {
  const [one, other] = await started();
  const refusal = { client: '192.0.2.1', payer: null };
  one.says({ kind: 'refused', refusal });

  expect([one.told, other.told]).toEqual([[], [{ kind: 'refused', refusal }]]);
});

it('starts a worker anew that ended unasked, in its own place', async () => {
  const [, other] = await started();
  other.ends('SIGKILL');

  expect(made.map(({ index }) => index)).toEqual([0, 1, 1]);
  expect(lines).toEqual([expect.stringContaining('worker 1 ended with SIGKILL')]);
  expect(code).toBeUndefined();
});

it('gives up when one ends again and again within a minute, and not when it takes longer', async () => {
  await started();
  for (let i = 0; i < 12; i++) {
    nowMs += 20_000;
    made.at(-1)!.ends('SIGSEGV');
  }
  expect(made).toHaveLength(14);
  for (let i = 0; i < 3; i++) made.at(-1)!.ends('SIGSEGV');

  expect(made[0]!.wasDrained).toBe(true);
  made[0]!.ends(0);
  await soon();
  expect(code).toBe(1);
});

it('ends when a worker cannot start at all', async () => {
  void supervisor.start();
  made[0]!.ends(1);
  await soon();

  expect([made.length, code]).toEqual([1, 1]);
});

it('starts one again that was killed while it started', async () => {
  void supervisor.start();
  made[0]!.ends('SIGKILL');
  await soon();

  expect([made.length, code]).toEqual([2, undefined]);
});

it('ends all when the ledger of one cannot be trusted', async () => {
  const [one, other] = await started();
  other.says({ kind: 'fatal', reason: 'a sync failed' });
  expect(one.told).toEqual([{ kind: 'fatal', reason: 'a sync failed' }, { kind: 'drain' }]);
  expect(other.told).toEqual([{ kind: 'drain' }]);
  one.says({ kind: 'fatal', reason: 'a sync failed' });
  expect([other.told.length, lines.length]).toEqual([1, 1]);
  one.ends(0);
  await soon();
  expect(code).toBeUndefined();
  other.ends(1);
  await soon();

  expect([code, made.length]).toEqual([1, 2]);
});

it('tells of a ledger that cannot be trusted also while all drain', async () => {
  const [one, other] = await started();
  supervisor.drain();
  other.says({ kind: 'fatal', reason: 'a sync failed' });

  expect(one.told).toEqual([{ kind: 'drain' }, { kind: 'fatal', reason: 'a sync failed' }]);
});

it.each([
  ['all end well', [0, 0] as const, 0],
  ['one does not', [0, 'SIGKILL'] as const, 1],
])('drains when asked, and ends with the worst that became of it: %s', async (_what, endings, expected) => {
  const workers = await started();
  supervisor.drain();
  supervisor.drain();
  workers.forEach((worker, index) => worker.ends(endings[index]!));
  await soon();

  expect(workers.map(({ told }) => told)).toEqual([[{ kind: 'drain' }], [{ kind: 'drain' }]]);
  expect([code, made.length]).toEqual([expected, 2]);
});

it('starts no further worker when it is to end while one starts', async () => {
  void supervisor.start();
  supervisor.drain();
  made[0]!.ready();
  await soon();
  made[0]!.ends(0);
  await soon();

  expect([made.length, made[0]!.wasDrained, code]).toEqual([1, true, 0]);
});

it('kills what does not want to end', async () => {
  const workers = await started();
  supervisor.drain();
  supervisor.kill();

  expect(workers.map(({ killedBy }) => killedBy)).toEqual(['SIGKILL', 'SIGKILL']);
});

it('asks the next worker for the operator’s page where the first one knows nothing', async () => {
  const [one, other] = await started();
  const facts = { at: '2026-11-20T12:00:00.000Z' } as never;
  const shown = supervisor.show();
  const asked = async (worker: FakeWorker): Promise<number> => {
    for (;;) {
      const found = worker.told.find((message) => message.kind === 'show');
      if (found?.kind === 'show') return found.number;
      await new Promise(setImmediate);
    }
  };
  one.says({ kind: 'facts', number: await asked(one), facts: null });
  other.says({ kind: 'facts', number: await asked(other), facts });

  expect(await shown).toBe(facts);
});

it('collects the metrics of the workers that live, and does not wait for one that died meanwhile', async () => {
  const [one, other] = await started();
  const metrics = [{ name: 'm', help: 'h', type: 'counter', aggregator: 'sum', values: [] }] as never;
  const scraped = supervisor.scrape();
  const asked = (worker: FakeWorker): number =>
    worker.told.flatMap((message) => (message.kind === 'scrape' ? [message.number] : []))[0]!;
  one.says({ kind: 'metrics', number: asked(one), metrics });
  other.ends('SIGKILL');

  expect(await scraped).toEqual([metrics]);
});
