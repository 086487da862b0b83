import { publishedDownloads, type Downloads } from '@stackcheck/datasets/testing';
import { CommandLine } from './testing/command-line';

let downloads: Downloads;
beforeAll(async () => {
  downloads = await publishedDownloads('2026-11-22T06:00:00Z');
});
let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
});
afterEach(() => line.remove());

test.each<[string, readonly string[], number, RegExp]>([
  ['an image', ['image', 'node:18-alpine'], 1, /FAIL +node:18-alpine +command line/],
  ['a product in a version', ['eol', 'nodejs@18.19.0'], 1, /Node\.js 18: past its end of life since 2025-04-30/],
  ['all cycles of a product', ['eol', 'nodejs'], 0, /^Node\.js \(nodejs\)\n(.*\n)* {2}18 LTS +eol +ended 2025-04-30/],
  ['a package', ['purl', 'pkg:npm/lodash@4.17.15'], 1, /FAIL +lodash 4\.17\.15/],
  ['a vulnerability', ['cve', 'CVE-2021-44228'], 1, /known to be exploited/],
])('%s is asked about by itself', async (_, args, code, sentence) => {
  const ran = await line.run([...args, '--source', 'demo']);

  expect([ran.code, ran.stdout]).toEqual([code, expect.stringMatching(sentence)]);
  expect(ran.stderr).toEqual([]);
});

test.each<[string, readonly string[], number, RegExp]>([
  ['a CVE id that is none', ['cve', 'CVE-12'], 2, /CVE-12/],
  [
    'a product that nobody knows',
    ['eol', 'nodej', '--source', 'demo'],
    6,
    /no product that is known; did you mean nodejs/,
  ],
  ['no image', ['image'], 2, /missing required argument 'ref'/],
])('%s is refused with what would do', async (_, args, code, sentence) => {
  const ran = await line.run(args);

  expect([ran.code, ran.stdout, ran.stderr.join('\n')]).toEqual([code, '', expect.stringMatching(sentence)]);
});

describe('model', () => {
  const run = (...args: readonly string[]) => line.run(['model', '--source', 'demo', ...args]);

  test('ranks models by what the tokens cost', async () => {
    const { code, stdout } = await run('--input', '10000', '--output', '1000', '--limit', '3', '--format', 'json');

    const { results } = JSON.parse(stdout) as { readonly results: readonly { readonly cost_usd: string }[] };
    const costs = results.map(({ cost_usd: cost }) => Number(cost));
    expect([code, costs.length]).toEqual([0, 3]);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    expect((await run('--input', '10000')).stdout).toMatch(/^ {2}1 {2}\S+\/\S+ +\d.* USD/);
  });

  test.each<[string, readonly string[], number, RegExp]>([
    ['no tokens', [], 2, /say how many tokens a request takes/],
    ['no number', ['--input', 'many'], 2, /Give a whole number/],
    ['a provider that nobody knows', ['--input', '9', '--provider', 'opnai'], 2, /"opnai" is not known/],
    [
      'what none can',
      ['--input', '9', '--min-context', '10000000'],
      6,
      /no model meets all of this; it would do without min-context/,
    ],
  ])('refuses %s', async (_, args, code, sentence) => {
    const ran = await run(...args);

    expect([ran.code, ran.stdout, ran.stderr.join('\n')]).toEqual([code, '', expect.stringMatching(sentence)]);
  });
});

describe('watch', () => {
  test('reports what is new, what is gone, and otherwise that nothing changed', async () => {
    line.write('.nvmrc', '18\n');
    const run = () => line.run(['watch', '--source', 'demo']);

    const first = await run();
    const same = await run();
    line.write('.nvmrc', '26\n').write('.python-version', '3.7\n');
    const moved = await run();

    expect([first.code, first.stdout]).toEqual([1, expect.stringMatching(/^\+ FAIL +Node\.js 18: past/)]);
    expect(same).toMatchObject({ code: 0, stdout: 'Nothing changed since 2026-11-23.\n' });
    expect(moved.stdout).toMatch(/\+ FAIL +Python 3\.7/);
    expect(moved.stdout).toMatch(/- FAIL +Node\.js 18/);
  });

  test('refuses a state that is none and leaves it as it is', async () => {
    line.write('stackcheck.watch.json', '{"schema":2}').write('.nvmrc', '18\n');

    expect(await line.run(['watch', '--source', 'demo'])).toMatchObject({ code: 3, stdout: '' });
    expect(line.read('stackcheck.watch.json')).toBe('{"schema":2}');
  });
});

describe('verify', () => {
  beforeEach(() => line.write('keys.json', JSON.stringify(downloads.keys)).write('eol.json', downloads.eol));

  test('says what a download proves, and by which key', async () => {
    const { code, stdout, stderr } = await line.run(['verify', 'eol.json', '--keys', 'keys.json']);

    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^proven {6}snapshot eol-.* by key .*\nproven {6}content eol-/),
    ]);
    expect(stderr).toEqual([expect.stringMatching(/no receipt was saved with it/)]);
  });

  test('says what is not proven of a changed one, and ends with 4', async () => {
    line.write('changed.json', downloads.eol.replace('2025-04-30', '2035-04-30'));

    const { code, stdout } = await line.run(['verify', 'changed.json', '--keys', 'keys.json']);

    expect([code, stdout]).toEqual([4, expect.stringContaining('NOT PROVEN  content eol-')]);
  });

  test('without keys says where they are', async () => {
    expect(await line.run(['verify', 'eol.json'])).toMatchObject({
      code: 4,
      stderr: [expect.stringMatching(/--keys FILE/)],
    });
  });
});

test('formats are listed with what they are', async () => {
  expect((await line.run(['formats'])).stdout).toMatch(/^npm-lockfile +package-lock\.json/m);
});
