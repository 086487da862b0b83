import { CommandLine } from './testing/command-line';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine().write('.nvmrc', '18\n');
});
afterEach(() => line.remove());

/** Of the embedded selection only what fails: what it lacks is doubt. */
const run = (...args: readonly string[]) => line.run([...args, '--source', 'demo', '--unknown', 'pass']);

test('a finding that is accepted until a day does not count until then, and counts again after it', async () => {
  expect((await run()).code).toBe(1);
  const added = await line.run([
    'accept',
    'nodejs@18',
    '--until',
    '2026-12-24',
    '--reason',
    'moves with the next release',
  ]);
  expect(added).toMatchObject({ code: 0, stderr: ['stackcheck.toml: nodejs@18 is accepted until 2026-12-24'] });

  const accepted = await run('--format', 'json');
  line.nowMs = Date.parse('2026-12-25T00:00:00Z');
  const expired = await run();

  expect([accepted.code, JSON.parse(accepted.stdout)]).toMatchObject([0, { summary: { accepted: 1 } }]);
  expect([expired.code, expired.stdout]).toEqual([1, expect.stringMatching(/expired|ended/)]);
});

test('the policy of a project holds unless a flag says otherwise', async () => {
  line.write('stackcheck.toml', '[policy]\nfail_on = ["malware"]\n');

  expect((await run()).code).toBe(0);
  expect((await run('--fail-on', 'eol')).code).toBe(1);
});

test('a day that the policy keeps is refused once it has passed, with the file and what to do', async () => {
  line.write('stackcheck.toml', '[policy]\nas_of = "2026-12-24"\n');
  line.write('ci/policy.toml', '[policy]\nas_of = "2026-12-24"\n');
  const before = await run();
  line.nowMs = Date.parse('2026-12-25T00:00:00Z');

  const [own, named, flag] = [await run(), await run('--config', 'ci/policy.toml'), await run('--as-of', '2026-12-25')];

  expect([before.code, own.code, named.code, flag.code]).toEqual([1, 2, 2, 1]);
  expect(own.stderr.join('\n')).toMatch(
    /policy\.as_of of stackcheck\.toml must be .*"2026-12-24" has passed.*remove the line as_of from stackcheck\.toml, or give it such a day/,
  );
  expect(named.stderr.join('\n')).toMatch(/remove the line as_of from ci\/policy\.toml, or give it such a day/);
});

test('what a baseline knows does not count, and what is new does', async () => {
  expect((await line.run(['baseline', 'write', '--source', 'demo'])).code).toBe(0);

  const known = await run('--format', 'json');
  line.write('worker/Dockerfile', 'FROM python:3.7\n');
  const more = await run();

  expect([known.code, JSON.parse(known.stdout)]).toMatchObject([0, { summary: { fail: 0 } }]);
  expect((JSON.parse(known.stdout) as { summary: { known: number } }).summary.known).toBeGreaterThan(0);
  expect([more.code, more.stdout]).toEqual([1, expect.stringContaining('python:3.7')]);
});

test('VEX statements are read', async () => {
  const vex = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.org/vex/1',
    author: 'a',
    timestamp: '2026-11-01T00:00:00Z',
    version: 1,
    statements: [
      {
        vulnerability: { name: 'CVE-2021-44228' },
        products: [{ '@id': 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1' }],
        status: 'not_affected',
        justification: 'vulnerable_code_not_present',
      },
    ],
  };
  line.write('vex.json', JSON.stringify(vex));

  const { stderr } = await run('--vex', 'vex.json', '--format', 'json');

  expect(stderr.join('\n')).toMatch(/vex\.json/);
});

test.each([
  ['a misspelt member', 'stackcheck.toml', '[policy]\nfail_onn = []\n', 2, /stackcheck\.toml.*fail_onn/],
  ['an acceptance without an end', 'stackcheck.toml', '[[accept]]\nid = "CVE-1"\nreason = "x"\n', 2, /until/],
  ['a baseline that is none', 'stackcheck.baseline.json', '{}', 3, /cannot be read as a baseline/],
])('%s is said, and nothing is checked', async (_, file, text, code, sentence) => {
  line.write(file, text);

  const ran = await run();

  expect([ran.code, ran.stdout, ran.stderr.join('\n')]).toEqual([code, '', expect.stringMatching(sentence)]);
});

test('an operating system of an SBOM is judged by its support', async () => {
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'operating-system', name: 'debian', version: '9' }],
  };
  line.write('sbom/bom.json', JSON.stringify(bom));

  const { code, stdout } = await line.run(['sbom', '--source', 'demo', '--format', 'json']);

  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { findings: [{ code: 'eol', id: 'debian@9', places: [{ path: 'sbom/bom.json' }] }] },
  ]);
});
