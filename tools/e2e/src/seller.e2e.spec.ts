import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createV2Buyer, resend, type Purchase } from '@stackcheck/demo';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { runProgram } from './discovery/run-program';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

const scratch = new Scratch();
let url: string;
let env: Record<string, string>;
let seller: ChildProcess | undefined;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = { PORT: String(port), LEDGER: join(scratch.folder(), 'payments.db') };
  seller = await start();
}, 240_000);
afterAll(async () => {
  await end(seller, 'SIGTERM');
  await scratch.clear();
});

const buy = (path: string): Promise<Purchase> =>
  createV2Buyer(privateKeyToAccount(generatePrivateKey()), { network: 'eip155:84532' })(url + path);

describe('examples/seller', () => {
  it('sells to the official client', async () => {
    const bought = await buy('/dice/6');

    expect(bought.status).toBe(200);
    expect(bought.json()).toEqual({ sides: 6, thrown: expect.any(Number) });
    expect(bought.receipt).toMatchObject({ success: true, network: 'eip155:84532' });
  });

  it('gives the same throw to the same payment, also after it was killed', async () => {
    const bought = await buy('/dice/1000');
    const again = await resend(`${url}/dice/1000`, {}, bought.payment!);

    await end(seller, 'SIGKILL');
    seller = await start();
    const afterwards = await resend(`${url}/dice/1000`, {}, bought.payment!);

    expect([again.body, afterwards.body]).toEqual([bought.body, bought.body]);
    expect(afterwards.receipt).toEqual(bought.receipt);
  }, 240_000);

  it('answers as docs/selling.md shows it', async () => {
    const port = String(await freePort());
    const page = readFileSync(join(ROOT, 'docs', 'selling.md'), 'utf8');
    const [, block = ''] = /```sh\n([^]*?)```/.exec(page) ?? [];
    const commands = block
      .replace('npm run build\n', '')
      .replace('/tmp/seller-payments.db', join(scratch.folder(), 'payments.db'))
      .replaceAll('8410', port);

    const { code, stdout } = await runProgram('bash', ['-c', commands], { PORT: port });

    expect(code).toBe(0);
    expect(stdout).toContain('"code":"payment_required"');
  }, 240_000);

  it('charges nothing for a question without an answer, whose payment stays good', async () => {
    const refused = await buy('/dice/1');

    expect([refused.status, refused.receipt]).toEqual([400, undefined]);
    expect(refused.json()).toEqual({ error: 'sides must be a whole number from 2 to 1000' });
  });
});

/** Starts the example with the built libraries and waits until it says that it sells. */
function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'examples', 'seller', 'server.mjs')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('selling at')) resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`the seller ended with ${code}`)));
  });
}

async function end(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!child) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
