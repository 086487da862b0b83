import type { FromWorker, ToWorker } from './messages';
import { Supervisor } from './supervisor';
import type { Ending, WorkerEvents } from './worker-process';

/** A worker that does what the test says. */
class FakeWorker {
  readonly messages: ToWorker[] = [];
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

  get wasDrained(): boolean {
    return this.messages.some(({ kind }) => kind === 'drain');
  }
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let made: FakeWorker[];
let lines: string[];
let nowMs: number;
let code: number | undefined;
/** What is to happen later, and after how many milliseconds. */
let later: { readonly ms: number; happen(): void }[];
let supervisor: Supervisor;

beforeEach(() => {
  [made, lines, nowMs, code, later] = [[], [], 0, undefined, []];
  supervisor = new Supervisor({
    workers: 2,
    fork(index, events) {
      const worker = new FakeWorker(index, events);
      made.push(worker);
      return {
        send: (message) => void worker.messages.push(message),
        kill: (signal) => void (worker.killedBy = signal),
      };
    },
    monotonic: () => nowMs,
    after: (ms, happen) => void later.push({ ms, happen }),
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

it('starts the second worker when the first one listens, and returns what the first one reported', async () => {
  const starting = supervisor.start();
  const alone = made.length;
  made[0]!.ready();
  await soon();
  made[1]!.ready();

  expect([alone, made.map(({ index }) => index)]).toEqual([1, [0, 1]]);
  expect(await starting).toMatchObject({ url: 'http://127.0.0.1:1', banner: 'banner of 0' });
});

it('starts a worker again that ended unasked, at its own index', async () => {
  const [, other] = await started();
  other.ends('SIGKILL');

  expect(made.map(({ index }) => index)).toEqual([0, 1, 1]);
  expect(lines).toEqual([expect.stringContaining('worker 1 ended with SIGKILL')]);
  expect(code).toBeUndefined();
});

it('waits longer and longer before it starts one again that ends again and again, while others serve', async () => {
  await started();
  const waits: number[] = [];
  for (let ends = 0; ends < 8; ends++) {
    made.at(-1)!.ends(ends % 2 ? 'SIGSEGV' : 1);
    waits.push(later.at(-1)?.ms ?? 0);
    later.pop()?.happen();
  }

  expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect([made.length, code, made[0]!.wasDrained]).toEqual([10, undefined, false]);
  expect(lines.slice(0, 2)).toEqual([
    'worker 1 ended with 1 and is started again at once',
    'worker 1 ended with SIGSEGV and is started again in 1 s',
  ]);
});

it('begins these waits from the start when one served for a minute', async () => {
  await started();
  for (const servedMs of [0, 59_000, 61_000]) {
    if (later.length > 0) later.shift()!.happen();
    made.at(-1)!.ready();
    nowMs += servedMs;
    made.at(-1)!.ends('SIGKILL');
  }

  expect(lines.map((line) => /at once|in \d+ s/.exec(line)?.[0])).toEqual(['at once', 'in 1 s', 'at once']);
});

it('starts nothing that it waits with when all are to end', async () => {
  const [one] = await started();
  made[1]!.ends('SIGKILL');
  made[2]!.ends('SIGKILL');
  supervisor.drain();
  one.ends(0);
  await soon();
  later[0]!.happen();

  expect([later.length, made.length, code]).toEqual([1, 3, 0]);
});

it('ends when the last one of them can neither serve nor start', async () => {
  const [one, other] = await started();
  one.ends('SIGKILL');
  other.ends('SIGKILL');
  made[2]!.ends(1);
  made[3]!.ends(1);
  await soon();

  expect([lines.at(-1), code]).toEqual(['worker 0 could not start (1)', 1]);
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

it('goes on with the others when the payments of one end', async () => {
  const [one, other] = await started();
  other.ends(1);

  expect([one.messages, made.length, code]).toEqual([[], 3, undefined]);
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

  expect(workers.map(({ messages }) => messages)).toEqual([[{ kind: 'drain' }], [{ kind: 'drain' }]]);
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
      const found = worker.messages.find((message) => message.kind === 'show');
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
    worker.messages.flatMap((message) => (message.kind === 'scrape' ? [message.number] : []))[0]!;
  one.says({ kind: 'metrics', number: asked(one), metrics });
  other.ends('SIGKILL');

  expect(await scraped).toEqual([metrics]);
});
