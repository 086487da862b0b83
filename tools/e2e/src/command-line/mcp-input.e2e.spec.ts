import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appsAreBuilt } from '../processes/built-app';
import { Scratch } from '../service/scratch';
import { PROGRAM, startServiceAndFolder, type ServiceAndFolder } from './service-and-folder';

jest.setTimeout(120_000);

/** A message of the server. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly structuredContent?: object };
}

interface Answered {
  readonly data: { readonly product: string };
  readonly from: { readonly paid_usd: string };
}

const OPENING = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'test', version: '1' },
  },
};

const callOf = (id: number, name: string, args: object): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

(process.env['CAMPAIGN'] === 'full' && appsAreBuilt() && existsSync(PROGRAM) ? describe : describe.skip)(
  'the input of stackcheck mcp ends (needs CAMPAIGN=full and `npm run build`)',
  () => {
    const scratch = new Scratch();
    let stage: ServiceAndFolder;
    beforeAll(async () => {
      stage = await startServiceAndFolder(scratch);
    });
    afterAll(() => scratch.clear());

    const start = (flags: readonly string[]): ChildProcessWithoutNullStreams => {
      const child = spawn(process.execPath, [PROGRAM, 'mcp', ...flags], { cwd: stage.folder, env: stage.env });
      scratch.keep({ close: () => child.kill('SIGKILL') });
      return child;
    };

    /** Sends calls, and ends the input once `isEnough` of what was written. */
    const piped = async (
      flags: readonly string[],
      calls: readonly object[],
      isEnough: (written: string) => boolean = () => true,
    ): Promise<{
      readonly code: number;
      readonly last: Message;
      readonly written: readonly Message[];
      readonly stderr: string;
    }> => {
      const child = start(flags);
      let [stdout, stderr] = ['', ''];
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (isEnough(stdout)) child.stdin.end();
      });
      for (const message of [OPENING, { method: 'notifications/initialized' }, ...calls])
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      if (isEnough('')) child.stdin.end();
      const [code] = (await once(child, 'close')) as [number];
      const written = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Message);
      return { code, last: written.at(-1)!, written, stderr };
    };

    test('while a call is under way: it is paid once, and its answer is written', async () => {
      const { code, last, stderr } = await piped([], [callOf(2, 'get_lifecycle', { product: 'python' })]);

      expect([code, last.id, stderr]).toEqual([0, 2, 'paid 0.001 USD for /v1/eol/python\n']);
      expect(last.result!.structuredContent).toMatchObject({
        data: { product: 'python' },
        from: { paid_usd: '0.001' },
      });
    });

    test('while two calls ask the same: they are one payment, which one of them says, and both are answered', async () => {
      const calls = [2, 3].map((id) => callOf(id, 'get_lifecycle', { product: 'ruby' }));
      const { written, stderr } = await piped([], calls);

      const said = written.slice(1).map(({ result }) => result!.structuredContent as Answered);
      expect(said.map(({ data }) => data.product)).toEqual(['ruby', 'ruby']);
      expect(said.map(({ from }) => from.paid_usd).sort()).toEqual(['0.00', '0.001']);
      expect(stderr).toBe('paid 0.001 USD for /v1/eol/ruby\n');
    });

    test('while a person is asked: nothing waits for an answer that cannot come, and nothing is bought', async () => {
      const check = callOf(2, 'check_versions', { items: [{ product: 'nodejs', version: '18' }] });
      const { code, last, stderr } = await piped(['--confirm-above', '0.005'], [check], (written) =>
        written.includes('elicitation/create'),
      );

      expect([code, last.method, stderr]).toEqual([0, 'elicitation/create', '']);
    });

    test('before anything was sent', async () => {
      const child = start([]);
      child.stdin.end();

      expect(await once(child, 'close')).toEqual([0, null]);
    });
  },
);
