import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MUTANTS } from './mutants/all-mutants';
import { SCENARIOS } from './scenarios/all-scenarios';

const ROOT = join(__dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'tools', 'simulate', 'dist', 'bundle', 'main.js');

/** Sizes that a person waits for, or those of `.ci/run`. */
const FULL = process.env['CAMPAIGN'] === 'full';
const SCHEDULES = FULL ? 5_000 : 60;
const SELF_SCHEDULES = FULL ? 150 : 15;
/** Each of them on one thread and on two. */
const SAME_SCHEDULES = 80;
const NODE_SCHEDULES = FULL ? 120 : 12;
const YIELD_POINTS_EVERY = FULL ? 14 : 392;
/** Few schedules take less than a second thread, which loads the service once more; what is found is the same. */
const THREADS = FULL ? [] : ['--threads', '1'];
/** Of the planted bugs, every so manieth. */
const MUTANTS_EVERY = FULL ? 1 : 27;

/** The machine may be busy with other tests; alone, the longest of these takes a minute and a half on two cores. */
const PATIENCE_MS = 30 * 60_000;

interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** As `npm run simulate` makes it. */
const BUILD = `require('./tools/launch/build-workspace').build(['tools/simulate/tsconfig.lib.json'])
  .then((isBuilt) => process.exit(isBuilt ? 0 : 1))`;

/** Runs the compiled simulator, since its threads need JavaScript. */
function simulate(...args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const threads = args.includes('--threads') ? [] : THREADS;
    const child = spawn(process.execPath, [PROGRAM, ...args, ...threads], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** `20,000` behind its name. */
const counted = (schedules: number): RegExp => new RegExp(`schedules +${schedules.toLocaleString('en')}\n`);

/** The number behind a name; none where the name is missing. */
function figureOf({ output }: Run, name: string): number | undefined {
  const [, digits] = new RegExp(`${name} +([\\d,]+)\n`).exec(output) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

/** Promises that are kept because nothing is sold prove nothing. */
function expectSales(run: Run): void {
  expect(figureOf(run, 'transfers')).toBeGreaterThan(figureOf(run, 'payments signed')! / 10);
}

/** Everything but the speed, which another machine changes. */
const figures = ({ output }: Run): string => output.replace(/schedules per second.*\n/, '');

describe('the simulated payment path', () => {
  beforeAll(() => {
    const built = spawnSync(process.execPath, ['-e', BUILD], { cwd: ROOT, encoding: 'utf8' });
    expect(built).toMatchObject({ status: 0, stdout: '' });
  }, PATIENCE_MS);

  it(
    `keeps every promise over ${SCHEDULES} schedules`,
    async () => {
      const run = await simulate('--schedules', `${SCHEDULES}`, '--seed', 'ci');

      expect(run.output).toMatch(/violations +0\n/);
      expectSales(run);
      expect(run).toMatchObject({ code: 0, output: expect.stringMatching(counted(SCHEDULES)) });
    },
    PATIENCE_MS,
  );

  it(
    `keeps them when the service settles by itself, over ${SELF_SCHEDULES} schedules`,
    async () => {
      const run = await simulate('--self', '--schedules', `${SELF_SCHEDULES}`, '--seed', 'ci');

      expect(run.output).toMatch(/violations +0\n/);
      expectSales(run);
      // Of settlements, some are taken back by the chain for good.
      expect(figureOf(run, 'settlements lost')).toBeGreaterThan(0);
      expect(run).toMatchObject({ code: 0, output: expect.stringMatching(counted(SELF_SCHEDULES)) });
    },
    PATIENCE_MS,
  );

  it(
    `keeps them when two to five nodes sell over one PostgreSQL, over ${NODE_SCHEDULES} schedules`,
    async () => {
      const run = await simulate('--schedules', `${NODE_SCHEDULES}`, '--seed', 'ci', '--nodes', '2-5');

      expect(run.output).toMatch(/violations +0\n/);
      expectSales(run);
      expect(run).toMatchObject({ code: 0, output: expect.stringMatching(counted(NODE_SCHEDULES)) });
    },
    PATIENCE_MS,
  );

  it(
    'keeps them over the schedules that once broke one',
    async () => expect(await simulate('--regressions')).toMatchObject({ code: 0 }),
    PATIENCE_MS,
  );

  (FULL ? it : it.skip)(
    'gives the same figures again from the same seed, on any number of threads (CAMPAIGN=full)',
    async () => {
      const [one, two] = [
        await simulate('--schedules', `${SAME_SCHEDULES}`, '--threads', '1'),
        await simulate('--schedules', `${SAME_SCHEDULES}`, '--threads', '2'),
      ];

      expect(figures(one)).toBe(figures(two));
      expect(figures(one)).toMatch(/crashes +[1-9]/);
    },
    PATIENCE_MS,
  );

  it(
    'survives a crash at yield points of every scenario, and two crashes in five of them',
    async () => {
      const run = await simulate('--scenarios', '--every', `${YIELD_POINTS_EVERY}`);

      expect(run.output).toContain(`${SCENARIOS.length} scenarios`);
      expect(run).toMatchObject({ code: 0, output: expect.stringMatching(/, 0 violations,/) });
    },
    PATIENCE_MS,
  );

  const planted = MUTANTS.filter((_, at) => at % MUTANTS_EVERY === 0);
  it(
    `would notice ${planted.length} of the ${MUTANTS.length} planted bugs`,
    async () => {
      const every = String(MUTANTS_EVERY);
      const run = await simulate('--mutants', '--every', every, '--schedules', '3000', '--seed', 'ci');

      expect(run.output).toContain(`${planted.length} of ${planted.length} planted bugs caught`);
      expect(run.code).toBe(0);
    },
    PATIENCE_MS,
  );

  it('has at least twenty planted bugs, eight of them of nodes, and thirty scenarios, five of them in pairs, all with names', () => {
    expect(MUTANTS.filter(({ nodes }) => nodes).length).toBeGreaterThanOrEqual(8);
    const names = [...MUTANTS, ...SCENARIOS].map(({ name }) => name);

    expect(MUTANTS.length).toBeGreaterThanOrEqual(20);
    expect(SCENARIOS.length).toBeGreaterThanOrEqual(30);
    expect(SCENARIOS.filter(({ inPairs }) => inPairs)).toHaveLength(5);
    expect(new Set(names).size).toBe(names.length);
  });
});
