import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ROUTES } from '@stackcheck/api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signV2Payment } from '@stackcheck/demo';
import { ROOT } from '../service/repository';
import { startSandboxService, type SandboxService } from '../service/sandbox-service';
import { Scratch } from '../service/scratch';
import { runProgram, type Ran } from './run-program';

interface Question {
  readonly family: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

const EXAMPLES = join(ROOT, 'examples');
const QUESTIONS = JSON.parse(readFileSync(join(EXAMPLES, 'questions.json'), 'utf8')) as readonly Question[];
const SOLD = new Set(
  ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false).map((route) => route.tags[0]),
);

const scratch = new Scratch();
let service: SandboxService;
beforeAll(async () => {
  service = scratch.keep(await startSandboxService());
});
afterAll(() => scratch.clear());

describe('the table of questions', () => {
  it('has one of each family that is sold', () => {
    const asked = new Set(QUESTIONS.map(({ family }) => family));

    expect([...SOLD].filter((family) => !asked.has(family!))).toEqual([]);
  });
});

describe('the TypeScript buyer', () => {
  /** Runs it as its page says: no flag, and nothing installed for it. */
  function run(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> {
    const settings = { BASE_URL: service.url, PRIVATE_KEY: generatePrivateKey(), ...env };
    return runProgram(process.execPath, [join(ROOT, 'tools', 'launch', 'example.js'), ...args], settings);
  }

  it('buys an answer to every question', async () => {
    const { code, stdout } = await run({});

    const answers = linesOf(stdout);
    expect(code).toBe(0);
    expect(answers.map(({ path }) => path)).toEqual(QUESTIONS.map(({ path }) => path));
    for (const { answer } of answers) expect(answer).toHaveProperty('data');
  });

  it.each([
    ['dearer than its limit', { PRICE_MAX: '999' }],
    ['on another network', { NETWORK: 'eip155:8453' }],
  ])('buys nothing that is %s', async (_name, env) => {
    const { code, stdout, stderr } = await run(env, 'eol');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toBe('');
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

(hasCurl ? describe : describe.skip)(`the curl buyer${hasCurl ? '' : ' (there is no curl)'}`, () => {
  it.each([
    [[], 2],
    [['GET'], 2],
    [['--help'], 0],
  ] as const)('prints its usage when called with %j', async (args, code) => {
    const ran = await runProgram('sh', [join(EXAMPLES, 'curl', 'buy.sh'), ...args]);

    expect(ran.code).toBe(code);
    expect(code === 0 ? ran.stdout : ran.stderr).toContain('./buy.sh GET /v1/eol/nodejs');
  });

  it.each(QUESTIONS)('shows the offer of $path and takes its answer', async ({ method, path, body }) => {
    const script = join(EXAMPLES, 'curl', 'buy.sh');
    const args = [script, method, path, ...(body ? [JSON.stringify(body)] : [])];
    const signer = privateKeyToAccount(generatePrivateKey());
    const payment = await signV2Payment(signer, service.url + path, { method });

    const offer = await runProgram('sh', args, { BASE_URL: service.url });
    const answer = await runProgram('sh', args, { BASE_URL: service.url, PAYMENT: payment['PAYMENT-SIGNATURE']! });

    expect(JSON.parse(offer.stdout)).toMatchObject({ x402Version: 2, resource: { url: service.url + path } });
    expect(answer.stderr).toBe('');
    expect(JSON.parse(answer.stdout)).toHaveProperty('data');
  });
});

const python = ['python3', '/usr/bin/python3'].find((program) =>
  spawnSync(program, [join(EXAMPLES, 'python', 'buy.py'), '--help']).stderr?.includes('PRIVATE_KEY=0x'),
);

(python ? describe : describe.skip)(
  `the Python buyer${python ? '' : ' (no python3 has ecdsa and pycryptodome)'}`,
  () => {
    const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> =>
      runProgram(python!, [join(EXAMPLES, 'python', 'buy.py'), ...args], { BASE_URL: service.url, ...env });

    it('buys an answer to every question', async () => {
      const { code, stdout, stderr } = await run({ PRIVATE_KEY: generatePrivateKey() });

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(linesOf(stdout).map(({ path }) => path)).toEqual(QUESTIONS.map(({ path }) => path));
      for (const { answer } of linesOf(stdout)) expect(answer).toHaveProperty('data');
    });

    it.each([
      ['dearer than its limit', { PRICE_MAX: '999' }],
      ['on another network', { NETWORK: 'eip155:8453' }],
    ])('buys nothing that is %s', async (_name, env) => {
      const { code, stdout, stderr } = await run({ PRIVATE_KEY: generatePrivateKey(), ...env }, 'eol');

      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('nothing was signed');
    });
  },
);

function linesOf(stdout: string): readonly { readonly path: string; readonly answer: object }[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string; answer: object });
}
