import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@stackcheck/api';
import { signTestPayment } from '@stackcheck/payment-x402/testing';
import { appsAreBuilt, freePort, runApp, startApp, startProgram, untilLive } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const PRODUCT = '/v1/eol/nodejs';
const LANES = 4;
const SOLD_MIN = 40;

interface Sale {
  readonly header: string;
  readonly body: string;
}

(appsAreBuilt() ? describe : describe.skip)('a lost disk (needs `npm run build`)', () => {
  const scratch = new Scratch();
  afterEach(() => scratch.clear());

  it('backed up while it sold: after the restore every sale that the backup knows is answered to the same payment', async () => {
    const [folder, port] = [scratch.folder(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const dataDir = join(folder, 'data');
    const settings = { PORT: String(port), PAYMENTS_MODE: 'sandbox', EVENT_LOOP_LAG_MAX_MS: '0', LOG_LEVEL: 'warn' };
    const env = { DATA_DIR: dataDir, ...settings };
    const { payments } = readConfig(env);
    if (payments.mode !== 'sandbox') throw new Error('no sandbox');
    const payment = (): string =>
      signTestPayment({
        terms: payments.terms,
        route: { price: 1_000n },
        resourceUrl: url + PRODUCT,
        nowSeconds: Math.floor(Date.now() / 1_000),
        nonce: `0x${randomBytes(32).toString('hex')}`,
      }).header;
    const ask = (header: string) => fetch(url + PRODUCT, { headers: { 'PAYMENT-SIGNATURE': header } });
    const operator = async (...args: string[]) => {
      const launcher = join(ROOT, 'tools', 'launch', 'operator.js');
      const program = scratch.keep(startProgram([process.execPath, launcher, ...args], env));
      return { code: await program.ended, output: program.output() };
    };
    const start = async () => {
      expect((await runApp('ingest', ['--starter', 'eol'], env)).code).toBe(0);
      const app = scratch.keep(startApp('api', [], env));
      await untilLive(app, url);
      return app;
    };
    const [file, key] = [join(folder, 'backup'), join(folder, 'key')];
    writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 });

    const api = await start();
    const sales: Sale[] = [];
    let selling = true;
    const lanes = Array.from({ length: LANES }, async () => {
      while (selling) {
        const header = payment();
        const response = await ask(header);
        const body = await response.text();
        if (response.status === 200) sales.push({ header, body });
      }
    });
    while (sales.length < SOLD_MIN) await new Promise((resolve) => setTimeout(resolve, 20));
    const known = [...sales];
    expect(await operator('backup', file, '--key-file', key)).toMatchObject({ code: 0 });
    const whenBackedUp = sales.length;
    selling = false;
    await Promise.all(lanes);
    expect(await operator('restore', file, '--key-file', key)).toMatchObject({ code: 1 });
    api.signal('SIGKILL');
    await api.ended;
    rmSync(dataDir, { recursive: true });

    const restored = await operator('restore', file, '--key-file', key, '--json');

    expect({ code: restored.code, output: restored.output }).toMatchObject({ code: 0 });
    await start();
    const again = await Promise.all(known.map(async ({ header }) => (await ask(header)).text()));
    expect(again).toEqual(known.map(({ body }) => body));
    // It sold on while it was backed up, and the backup is of a moment of that time.
    expect(whenBackedUp).toBeGreaterThan(known.length);
    expect((JSON.parse(restored.output) as { payments: number }).payments).toBeGreaterThanOrEqual(known.length);
  });
});
