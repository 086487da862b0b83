import { symlinkSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packChunks } from '@stackcheck/advisory-pack';
import { publishedDownloads, type Downloads } from '@stackcheck/datasets/testing';
import { PAID_TOOLS } from '@stackcheck/mcp-tools';
import { CommandLine } from './testing/command-line';
import { McpClient, type Era } from './testing/mcp-client';

const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];
const NOBODY = 'http://127.0.0.1:9';

let line: CommandLine;
let client: McpClient;
let outside: string;
let downloads: Downloads;
beforeAll(async () => {
  downloads = await publishedDownloads('2026-11-22T06:00:00Z', packChunks);
});
beforeEach(() => {
  line = new CommandLine().write('app/.nvmrc', '18\n').write('app/Dockerfile', 'FROM node:18-alpine\n');
  outside = mkdtempSync(join(tmpdir(), 'stackcheck-outside-'));
  writeFileSync(join(outside, 'go.mod'), 'module secret.example/of-another\n\ngo 1.20\n');
  writeFileSync(join(outside, 'stackcheck.toml'), 'secret = [');
});
afterEach(async () => {
  await client?.close();
  line.remove();
  rmSync(outside, { recursive: true, force: true });
});

const open = async (flags: readonly string[] = [], options = {}): Promise<McpClient> =>
  (client = await McpClient.open(line, ['--url', NOBODY, ...flags], options));

describe.each(ERAS)('in the era of %s', (era) => {
  test('every tool is listed, with schemas and what is free', async () => {
    await open([], { era });

    const { result } = await client.request('tools/list');

    const tools = result!['tools'] as { name: string; description: string; inputSchema: { type: string } }[];
    expect(tools.map(({ name }) => name)).toEqual([
      ...['read_project', 'check_project', 'list_products', 'list_models', 'validate_id', 'quote', 'get_status'],
      ...PAID_TOOLS.map(({ name }) => name),
    ]);
    expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true);
    expect(tools.find(({ name }) => name === 'check_stack')!.description).toContain('else bought within the caps');
    expect(tools[0]!.description).toMatch(/Free\.$/);
  });

  test('a project is read and judged, with file and line', async () => {
    await open(['--source', 'demo'], { era });

    const read = await client.call('read_project', { path: 'app' });
    const judged = await client.call('check_project', { path: 'app' });

    expect(read).toMatchObject({
      isError: false,
      data: { folder: join(line.folder, 'app'), counts: { files: 2, images: 1, products: 1 }, left_off: 0 },
      from: { source: 'files', paid_usd: '0.00' },
    });
    expect(judged).toMatchObject({
      data: {
        verdict: 'fail',
        findings: expect.arrayContaining([expect.objectContaining({ code: 'eol', move_to: '24' })]),
      },
      from: { source: 'demo', snapshots: [{ snapshot_id: 'eol-starter' }, {}, {}] },
    });
    expect(JSON.parse((read.result['content'] as { text: string }[])[0]!.text)).toEqual(
      read.result['structuredContent'],
    );
  });
});

describe('below the roots', () => {
  const refused = async (path: string) => {
    const { isError, error } = await client.call('read_project', { path });
    return [isError, error?.code, error?.message.includes('not below what may be read')];
  };

  test('no path leads out: neither .., nor an absolute one, nor a link', async () => {
    symlinkSync(outside, join(line.folder, 'app', 'link'));
    await open(['--root', 'app']);

    const paths = [
      '..',
      '../..',
      'link',
      'link/go.mod',
      outside,
      '/etc/passwd',
      `${line.folder}/app/../`,
      'a\0b',
      'none',
    ];

    for (const path of paths) expect([path, ...(await refused(path))]).toEqual([path, true, 'unreadable', true]);
  });

  test('links to files outside are left out, and links within are read', async () => {
    symlinkSync(join(outside, 'go.mod'), join(line.folder, 'app', 'go.mod'));
    line.write('app/one/.python-version', '3.8\n');
    symlinkSync(join(line.folder, 'app', 'one', '.python-version'), join(line.folder, 'app', '.python-version'));
    await open(['--root', 'app']);

    const { data } = await client.call('read_project');

    const paths = (data as { files: { path: string }[] }).files.map(({ path }) => path);
    expect(paths).toEqual(['.nvmrc', '.python-version', 'Dockerfile', 'one/.python-version']);
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  test('a file that another one names and that is not there, or lies outside, is a problem of that one', async () => {
    line.write('app/requirements.txt', `-r base.txt\n-r ${outside}/go.mod\n`);
    await open(['--root', 'app']);

    const { data } = await client.call('read_project', { path: 'requirements.txt' });

    const [file] = (data as { files: { problems: { message: string; line: number }[] }[] }).files;
    expect(file!.problems).toEqual([
      { message: 'names "base.txt", which is not there, or not below what may be read', line: 1 },
      { message: `names "${outside}/go.mod", which is not there, or not below what may be read`, line: 2 },
    ]);
  });

  test('the configuration of a project must not be a link that leads out', async () => {
    symlinkSync(join(outside, 'stackcheck.toml'), join(line.folder, 'app', 'stackcheck.toml'));
    await open(['--source', 'demo']);

    const { error } = await client.call('check_project', { path: 'app' });

    expect(error?.message).toMatch(/stackcheck\.toml is a link to what may not be read/);
  });

  test('several roots are possible, and one that is no folder is wrong usage', async () => {
    await open(['--root', 'app', '--root', outside]);

    expect(await client.call('read_project', { path: outside })).toMatchObject({ data: { counts: { files: 1 } } });
    expect(await line.run(['mcp', '--root', 'nowhere'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: [expect.stringContaining('--root nowhere is no folder')],
    });
  });
});

describe('answers', () => {
  const imported = async () => {
    const { keys, eol, kev, pack, osvManifest } = downloads;
    line.write('in/keys.json', JSON.stringify(keys)).write('in/eol.json', eol).write('in/kev.json', kev);
    line.write('in/osv.pack', pack!).write('in/osv.json', osvManifest);
    await line.run(['data', 'import', 'in/eol.json', 'in/kev.json', '--keys', 'in/keys.json']);
    await line.run(['data', 'import', 'in/osv.pack', '--manifest', 'in/osv.json']);
  };

  test('are from local snapshots where they are there, which they name, and cost nothing', async () => {
    await imported();
    await open();

    const stack = await client.call('check_stack', { images: ['node:18'], cves: ['CVE-2021-44228'] });
    const quote = await client.call('quote', {
      tool: 'check_versions',
      arguments: { items: [{ product: 'nodejs', version: '18' }] },
    });
    const products = await client.call('list_products', { query: 'nodej' });
    const project = await client.call('check_project', { path: 'app' });

    expect(stack).toMatchObject({
      isError: false,
      data: { verdict: 'fail' },
      from: { source: 'snapshot', paid_usd: '0.00' },
    });
    expect(JSON.stringify(stack.from)).toMatch(/eol-2026.*kev-2026/);
    expect(quote.data).toEqual({ tool: 'check_versions', price_usd: '0.00', accepted: true });
    expect(project).toMatchObject({
      data: { verdict: 'fail' },
      from: { source: 'snapshot', snapshots: [{ age_hours: 30 }, {}, {}] },
    });
    expect(products.data).toMatchObject({ count: 1, products: [{ product: 'nodejs' }] });
  });

  test('without data and without a service say what would do', async () => {
    await open();

    const lifecycle = await client.call('get_lifecycle', { product: 'nodejs' });
    const project = await client.call('check_project', { path: 'app' });
    const status = await client.call('get_status');
    const products = await client.call('list_products');

    expect(products.error).toMatchObject({ code: 'unreachable', message: expect.stringMatching(/cannot be reached/) });
    expect(lifecycle.error).toMatchObject({ code: 'not_bought', message: expect.stringMatching(/paying needs a key/) });
    expect(lifecycle.error).toMatchObject({ next: expect.stringContaining('no local data of eol') });
    expect(project.error).toMatchObject({ code: 'no_data', message: expect.stringMatching(/stackcheck data pull/) });
    expect(status.data).toMatchObject({
      missing: ['eol', 'kev', 'osv', 'epss', 'models'],
      paying: { enabled: false, caps_usd: { call: '0.05', session: '0.50', day: '2.00' } },
      service: { url: NOBODY, health: null },
    });
  });

  test.each<[string, object]>([
    ['check_stack', { images: ['node:18'] }],
    ['check_packages', { purls: ['pkg:npm/lodash@4.17.15'] }],
    ['check_versions', { items: [{ product: 'nodejs', version: '18' }] }],
    ['check_image', { image: 'node:18-alpine' }],
    ['check_cves', { cves: ['CVE-2021-44228'] }],
    ['score_cves', { cves: ['CVE-2021-44228'] }],
    ['find_cheapest_model', { tokens: { input: 1000, output: 100 } }],
    ['get_lifecycle', { product: 'nodejs' }],
    ['get_lifecycle', { product: 'nodejs', cycle: '18' }],
    ['validate_id', { dataset: 'eol', id: 'nodejs' }],
    ['list_models', {}],
  ])('of the demo: %s %j', async (name, args) => {
    await open(['--source', 'demo']);

    expect(await client.call(name, args)).toMatchObject({ isError: false, from: { source: 'demo', paid_usd: '0.00' } });
  });

  test.each<[string, unknown, RegExp]>([
    ['check_versions', { items: [{ product: 'nodejs' }] }, /items\[0\]\.version is missing/],
    ['check_versions', { item: [] }, /item/],
    ['check_cves', { cves: ['nothing'] }, /cves\[0\]/],
    ['get_lifecycle', { product: 'nodejss' }, /nodejss/],
    ['watch_stack', { images: ['node:18'] }, /is answered by the service alone/],
    ['read_project', { path: 7 }, /path must be a string/],
    ['read_project', { folder: '.' }, /argument "folder" is not known/],
    ['check_project', { no_dev: 'yes' }, /no_dev must be true or false/],
    ['quote', { tool: 'rm' }, /tool must be one of check_stack/],
    ['get_status', { all: true }, /it has none/],
    ['list_products', { query: 1 }, /query must be a string/],
  ])('that are wrong say so in a sentence: %s %j', async (name, args, said) => {
    await open(['--source', 'demo']);

    const { isError, error } = await client.call(name, args);

    expect([isError, error?.message]).toEqual([true, expect.stringMatching(said)]);
  });

  test.each(['snapshot', 'index', 'manifest', 'image', 'check', '..', '.'])(
    'never ask another route in the name of a product: %s',
    async (product) => {
      await open([], {});

      const { error } = await client.call('get_lifecycle', { product });

      expect(error?.message).toMatch(/is the name of no product/);
    },
  );
});
