import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import ts from 'typescript';
import { generatePrivateKey } from 'viem/accounts';
import { ROOT } from '../service/repository';
import { startSandboxService, type SandboxService } from '../service/sandbox-service';
import { Scratch } from '../service/scratch';
import { runIn, type Ran } from './run-program';

/** Pages with commands to copy. */
const PAGES = [
  '/',
  '/p/nodejs',
  '/image?image=node:18',
  '/402',
  '/stack',
  '/verify',
  '/docs/api/service_eol_image',
  '/docs/api/service_stack_check',
];

const scratch = new Scratch();
let service: SandboxService;
let folder: string;
const printed = new Map<string, readonly Snippet[]>();
beforeAll(async () => {
  service = scratch.keep(await startSandboxService());
  folder = scratch.folder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const path of PAGES) printed.set(path, snippetsIn(await (await fetch(service.url + path)).text()));
});
afterAll(() => scratch.clear());

interface Snippet {
  readonly label: string;
  readonly text: string;
}

/** What stands in the boxes of a page, as a person copies it. */
function snippetsIn(page: string): readonly Snippet[] {
  return [...page.matchAll(/<pre[^>]* aria-label="([^"]*)"[^>]*><code>([^]*?)<\/code>/g)].map(([, label, text]) => ({
    label: label!,
    text: text!.replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code))),
  }));
}

const snippet = (path: string, label: string): string =>
  printed.get(path)!.find((each) => each.label === label)?.text ?? `nothing called ${label}`;

const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runIn(folder, program, args, { PATH: process.env['PATH'], ...env });

const hasCurl = spawnSync('curl', ['--version']).status === 0;

(hasCurl ? test : test.skip)(
  `each command of curl that a page prints is answered${hasCurl ? '' : ' (no curl)'}`,
  async () => {
    const commands = [...printed.values()].flat().filter(({ text }) => text.startsWith('curl '));

    for (const { text } of commands) {
      const { code, stdout } = await run('sh', ['-c', text]);
      // What is saved in files is read by the page's own test.
      const status = /^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1] ?? (text.includes(' -o ') ? '402' : stdout);
      expect({ text, code, status }).toEqual({ text, code: 0, status: '402' });
    }
    expect(commands.length).toBeGreaterThanOrEqual(PAGES.length);
  },
);

test('the first call in TypeScript pays, and so does the request of a stack with it', async () => {
  const first = snippet('/', 'TypeScript');
  const stack = `${snippet('/stack', 'TypeScript')}\nconsole.log((await response.json()).data.verdict);`;
  const { outputText } = ts.transpileModule(`${first}\n${stack}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  writeFileSync(join(folder, 'first-call.mjs'), outputText);

  const { code, stdout, stderr } = await run(process.execPath, ['first-call.mjs'], {
    PRIVATE_KEY: generatePrivateKey(),
  });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain("product: 'nodejs'");
  expect(stdout.trim().split('\n').at(-1)).toBe('fail');
});

(process.env['CAMPAIGN'] === 'full' ? test : test.skip)(
  'the compiler has nothing against the first call in TypeScript (CAMPAIGN=full)',
  () => {
    const file = join(folder, 'first-call.mts');
    writeFileSync(file, snippet('/', 'TypeScript'));
    const program = ts.createProgram([file], {
      ...{
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules', '@types')],
      },
      ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext },
    });

    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);

    expect(faults).toEqual([]);
  },
  120_000,
);

const python = ['python3', '/usr/bin/python3'].find((program) =>
  spawnSync(program, [join(ROOT, 'examples', 'python', 'buy.py'), '--help']).stderr?.includes('PRIVATE_KEY=0x'),
);

(python ? test : test.skip)(
  `the first call in Python pays${python ? '' : ' (no python3 has ecdsa and pycryptodome)'}`,
  async () => {
    const command = snippet('/', 'Python').replace('0x…', generatePrivateKey()).replace(' python3 ', ` ${python} `);

    const cwd = join(ROOT, 'examples', 'python');
    const { code, stdout, stderr } = await runIn(cwd, 'sh', ['-c', command], { PATH: process.env['PATH'] });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ answer: { data: {} } });
  },
);

test('the configuration of a client leads to the tools', async () => {
  const { mcpServers } = JSON.parse(snippet('/', 'MCP')) as {
    readonly mcpServers: Record<string, { readonly url: string }>;
  };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpServers['stackcheck']!.url)));

  const { tools } = await client.listTools();
  await client.close();

  expect(tools.map(({ name }) => name)).toContain('check_stack');
});
