import { existsSync, readFileSync } from 'node:fs';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { parseKeySet, verifyAnswer } from '@stackcheck/signing';
import { appsAreBuilt } from '../processes/built-app';
import { Scratch } from '../service/scratch';
import { PROGRAM, startServiceAndFolder, type ServiceAndFolder } from './service-and-folder';

jest.setTimeout(240_000);

const INFO = { name: 'test', version: '1' };
const CHECK = { items: [{ product: 'nodejs', version: '18' }] };

/** What the tests do with a client, whichever it is. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: object): Promise<unknown>;
  close(): Promise<void>;
}

interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly _meta?: { readonly 'com.stackcheck/receipt'?: Readonly<Record<string, string>> };
  readonly structuredContent: {
    readonly data?: unknown;
    readonly from?: { readonly source: string; readonly paid_usd: string; readonly snapshots: readonly object[] };
    readonly error?: { readonly code: string; readonly message: string };
  };
}

/** What a person says who is asked. */
interface Answer extends Record<string, unknown> {
  readonly action: 'accept' | 'decline';
  readonly content?: { readonly approve: boolean };
}

const YES: Answer = { action: 'accept', content: { approve: true } };
const NO: Answer = { action: 'accept', content: { approve: false } };

/** Whether the receipt that came with an answer proves its first text. */
async function isProven(seller: string, { content, _meta: meta }: Called): Promise<boolean> {
  const { url = '', ...receipt } = meta?.['com.stackcheck/receipt'] ?? {};
  const keys = parseKeySet(await (await fetch(`${seller}/.well-known/jwks.json`)).text());
  const headers = Object.fromEntries(Object.entries(receipt).map(([name, value]) => [name.toLowerCase(), value]));
  const { claims } = verifyAnswer({ body: Buffer.from(content[0]!.text), url, headers, manifests: [], keys });
  return claims.some(({ subject, proven }) => subject === 'receipt' && proven);
}

const errorIn = ({ structuredContent }: Called): string | undefined => structuredContent.error?.message;

/** The last of them, or all. */
const asked = <T>(clients: readonly T[]): readonly T[] =>
  process.env['CAMPAIGN'] === 'full' ? clients : clients.slice(-1);

(appsAreBuilt() && existsSync(PROGRAM) ? describe : describe.skip)(
  'stackcheck mcp and the service (need `npm run build`)',
  () => {
    const scratch = new Scratch();
    let stage: ServiceAndFolder;
    const opened: AnyClient[] = [];
    let said = '';
    beforeAll(async () => {
      stage = await startServiceAndFolder(scratch);
      stage.write('app/.nvmrc', '18\n');
    });
    afterEach(async () => {
      for (const client of opened.splice(0)) await client.close();
    });
    afterAll(() => scratch.clear());

    const start = (flags: readonly string[]) => ({
      command: process.execPath,
      args: [PROGRAM, 'mcp', ...flags],
      env: { ...stage.env },
      cwd: stage.folder,
      stderr: 'pipe' as const,
    });
    const kept = (client: unknown, transport: { readonly stderr: unknown }): AnyClient => {
      (transport.stderr as NodeJS.ReadableStream | null)?.on(
        'data',
        (chunk: Buffer) => (said += chunk.toString('utf8')),
      );
      opened.push(client as AnyClient);
      return client as AnyClient;
    };
    const newer =
      (mode: 'legacy' | { readonly pin: string }) =>
      async (flags: readonly string[], answer?: () => Answer): Promise<AnyClient> => {
        const capabilities = answer === undefined ? {} : { elicitation: {} };
        const client = new NewClient(INFO, { capabilities, versionNegotiation: { mode } });
        if (answer) client.setRequestHandler('elicitation/create', answer);
        const transport = new NewTransport(start(flags));
        await client.connect(transport);
        return kept(client, transport);
      };
    const older = async (flags: readonly string[], answer?: () => Answer): Promise<AnyClient> => {
      const client = new OldClient(INFO, { capabilities: answer === undefined ? {} : { elicitation: {} } });
      if (answer) client.setRequestHandler(ElicitRequestSchema, answer);
      const transport = new OldTransport(start(flags));
      await client.connect(transport as never);
      return kept(client, transport);
    };
    const call = async (client: AnyClient, name: string, args: object): Promise<Called> => {
      const called = (await client.callTool({ name, arguments: args })) as Called;
      said += JSON.stringify(called);
      return called;
    };

    test.each(
      asked([
        ['SDK 1', older],
        ['SDK 2, older era', newer('legacy')],
        ['SDK 2, newer era', newer({ pin: '2026-07-28' })],
      ]),
    )('%s lists, reads, buys, and what is dearer once a person approves', async (_name, connect) => {
      const answers: Answer[] = [{ action: 'decline' }, NO, YES];
      const client = await connect(['--confirm-above', '0.005'], () => answers.shift()!);

      const { tools } = await client.listTools();
      const read = await call(client, 'read_project', { path: 'app' });
      const outside = await call(client, 'read_project', { path: '/etc' });
      const quote = await call(client, 'quote', { tool: 'check_versions', arguments: CHECK });
      const wrong = await call(client, 'check_versions', { items: [] });
      const cheap = await call(client, 'get_lifecycle', { product: 'nodejs', cycle: '18' });
      const refused = [await call(client, 'check_versions', CHECK), await call(client, 'check_versions', CHECK)];
      const bought = await call(client, 'check_versions', CHECK);

      expect(tools).toHaveLength(16);
      expect(read.structuredContent).toMatchObject({ data: { counts: { products: 1 } }, from: { source: 'files' } });
      expect(outside).toMatchObject({ isError: true });
      expect(quote.structuredContent).toMatchObject({ data: { price_usd: '0.01', accepted: true } });
      expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: 'bad_request' } } });
      expect(cheap.structuredContent).toMatchObject({ data: { status: 'eol' }, from: { paid_usd: '0.001' } });
      expect(refused.map(errorIn)).toEqual(Array(2).fill(expect.stringMatching(/was not approved; nothing was paid/)));
      expect(bought.structuredContent).toMatchObject({
        data: { matched: 1 },
        from: { source: 'service', paid_usd: '0.01', snapshots: [{ dataset: 'eol' }] },
      });
      expect(bought._meta).toMatchObject({ 'x402/payment-response': { success: true } });
      expect(JSON.parse(bought.content[1]!.text)).toEqual({ from: bought.structuredContent.from });
      expect(await isProven(stage.env['STACKCHECK_URL']!, bought)).toBe(true);
    });

    test.each(
      asked([
        ['older', older],
        ['newer', newer({ pin: '2026-07-28' })],
      ]),
    )('what nobody can be asked about is not bought, %s era', async (_name, connect) => {
      const client = await connect(['--confirm-above', '0.005']);

      const refused = await call(client, 'check_versions', CHECK);

      expect(refused.isError).toBe(true);
      expect(errorIn(refused)).toMatch(/costs 0\.01 USD.*this client cannot ask one. Nothing was paid/);
    });

    test('nothing is bought above a cap, and what is free is answered all the same', async () => {
      const client = await older(['--max-usd-per-call', '0.01', '--max-usd', '0.011']);

      const dear = await call(client, 'check_stack', { images: ['node:18'] });
      const first = await call(client, 'check_versions', CHECK);
      const second = await call(client, 'check_versions', { items: [{ product: 'nodejs', version: '20' }] });
      const status = await call(client, 'get_status', {});
      const unknown = await call(client, 'get_lifecycle', { product: 'no-such-product' });

      expect(errorIn(dear)).toContain('the cap of a call is 0.01 USD');
      expect(first.structuredContent.from?.paid_usd).toBe('0.01');
      expect(errorIn(second)).toContain('the cap of a session is 0.011 USD');
      expect(unknown).toMatchObject({ isError: true, structuredContent: { error: { code: 'unknown_id' } } });
      expect(status.structuredContent.data).toMatchObject({
        paying: { enabled: true, left_usd: { session: '0.001' } },
        service: { health: expect.anything() },
      });
      expect(await call(client, 'list_products', { query: 'node' })).toMatchObject({
        structuredContent: { from: { source: 'service', paid_usd: '0.00' } },
      });
    });

    test('the key was never said', () => {
      const key = readFileSync(stage.env['STACKCHECK_KEY_FILE']!, 'utf8').slice(2);

      expect(said).toContain('paid 0.01 USD');
      expect(said).toContain('paid_usd');
      expect(said).not.toContain(key);
    });
  },
);
