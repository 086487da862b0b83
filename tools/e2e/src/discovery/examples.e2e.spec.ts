import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { transformFileSync } from '@swc/core';
import { CATALOGUE } from '@stackcheck/api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signV2Payment } from '../buyers/v2-buyer';
import { ROOT } from '../service/repository';
import { startSandboxService, type SandboxService } from '../service/sandbox-service';
import { Scratch } from '../service/scratch';
import { runPackage, runProgram, type Ran } from './run-program';

interface Question {
  readonly family: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

const EXAMPLES = join(ROOT, 'examples');
const QUESTIONS = JSON.parse(readFileSync(join(EXAMPLES, 'questions.json'), 'utf8')) as readonly Question[];
const SOLD = new Set(
  CATALOGUE.filter((route) => route.price !== 'free' && route.implemented !== false).map((route) => route.tags[0]),
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
  const file = join(EXAMPLES, 'typescript', 'buy.ts');

  it('is right by the compiler', async () => {
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      '--types',
      'node',
    ];
    const settings = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'];
    const { code, stdout } = await runPackage(['.bin', 'tsc'], [...options, ...settings, file]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  /** Runs it as a person would, below the root, so that the packages it imports are found. */
  function run(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> {
    mkdirSync(join(ROOT, 'tmp'), { recursive: true });
    const folder = mkdtempSync(join(ROOT, 'tmp', 'examples-'));
    scratch.keep({ close: () => rmSync(folder, { recursive: true, force: true }) });
    const { code: script } = transformFileSync(file, { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } });
    writeFileSync(join(folder, 'buy.mjs'), script);
    return runProgram(process.execPath, [join(folder, 'buy.mjs'), ...args], {
      BASE_URL: service.url,
      QUESTIONS: join(EXAMPLES, 'questions.json'),
      PRIVATE_KEY: generatePrivateKey(),
      ...env,
    });
  }

  it('buys an answer to every question', async () => {
    const { code, stdout, stderr } = await run({});

    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string; answer: { data: object } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
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

const hasPython = spawnSync('python3', ['--version']).status === 0;

(hasPython ? describe : describe.skip)(`the Python buyer${hasPython ? '' : ' (there is no python3)'}`, () => {
  it('is Python', async () => {
    const file = join(EXAMPLES, 'python', 'buy.py');

    const { code, stderr } = await runProgram('python3', [
      '-c',
      'import ast, sys; ast.parse(open(sys.argv[1]).read())',
      file,
    ]);

    expect(existsSync(file)).toBe(true);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
