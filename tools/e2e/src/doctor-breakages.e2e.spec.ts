import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { appsAreBuilt, freePort, runApp, startApp, startProgram, untilLive } from './processes/built-app';
import { clockOff } from './processes/other-clock';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly what: string;
  readonly why?: string;
  readonly todo?: string;
}
type Env = Readonly<Record<string, string>>;

const isAsked = process.env['CAMPAIGN'] === 'full';
const canRun = isAsked && appsAreBuilt() && spawnSync('openssl', ['version']).status === 0;

const here = canRun ? describe : describe.skip;

here('the doctor where something is broken (needs CAMPAIGN=full, `npm run build` and openssl)', () => {
  const scratch = new Scratch();
  let sound: Env;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    sound = {
      ...{ DATA_DIR: scratch.folder(), PORT: String(port), PAYMENTS_MODE: 'sandbox' },
      ...{ EVENT_LOOP_LAG_MAX_MS: '0', LOG_LEVEL: 'warn' },
    };
    expect((await runApp('ingest', ['--starter'], sound)).code).toBe(0);
    await untilLive(scratch.keep(startApp('api', [], sound)), `http://127.0.0.1:${port}`);
  });
  afterAll(() => scratch.clear());

  async function doctor(env: Env) {
    const launcher = join(ROOT, 'tools', 'launch', 'operator.js');
    const program = scratch.keep(startProgram([process.execPath, launcher, 'doctor', '--json'], { ...sound, ...env }));
    const code = await program.ended;
    const { findings } = JSON.parse(program.output().replace(/^[^{]*/, '')) as {
      readonly findings: readonly Finding[];
    };
    return { code, findings };
  }

  async function listen(server: ReturnType<typeof createHttpServer>): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    scratch.keep({
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    });
    return (server.address() as AddressInfo).port;
  }

  /** A proxy in front of the API, which names the client. */
  const passOn: RequestListener = (asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-for': '198.51.100.7' };
    const { url, method } = asked;
    const onward = request({ host: '127.0.0.1', port, path: url, method, headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    onward.once('error', () => answer.destroy());
    asked.pipe(onward);
  };

  /** The same behind TLS, with a certificate that ends in so many days. */
  async function behindTls(days: number): Promise<Env> {
    const folder = scratch.folder();
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      String(days),
    ];
    const about = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', ...kind, ...about], { stdio: 'ignore' });
    const at = await listen(createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, passOn));
    return { PUBLIC_BASE_URL: `https://localhost:${at}`, TRUST_PROXY: '1', NODE_EXTRA_CA_CERTS: cert };
  }

  const clockWrongBy = (hours: number): Env => clockOff(scratch.folder(), hours);

  /** A block list that was fetched so many hours ago, and never since. */
  async function listFetchedAgo(hours: number): Promise<void> {
    const upstream = scratch.keep(await startSmallUpstream());
    const worker = await runApp('ingest', ['--once', 'sanctions'], {
      ...sound,
      ...upstream.env,
      ...clockWrongBy(-hours),
    });
    expect(worker).toMatchObject({ code: 0 });
  }

  const PROXY = {
    ...{ check: 'service', level: 'fault', what: 'clients share the address of a proxy' },
    why: 'five refused payments of one lock out all',
    todo: expect.stringMatching(/^set TRUST_PROXY/) as string,
  };
  const LIST = {
    ...{ check: 'datasets', level: 'fault', what: 'the block list was confirmed 80 h ago', why: 'no payment is taken' },
    todo: 'npm run ingest -- --once sanctions',
  };
  const TLS = {
    ...{ check: 'service', level: 'fault', why: 'callers will refuse it' },
    what: expect.stringMatching(/^the certificate of localhost ends in [12] days$/) as string,
    todo: 'renew it, or look at what renews it',
  };
  const clockWrong = (which: string) => ({
    ...{ check: 'clock', level: 'fault', todo: expect.stringContaining('NTP') as string },
    what: expect.stringMatching(
      new RegExp(`^our clock is (3[56]\\d\\d) s ${which}, by the answers of 1 others$`),
    ) as string,
    why: expect.stringContaining('payments pause') as string,
  });
  const payingBy = async (): Promise<Env> => {
    const at = await listen(createHttpServer((_asked, answer) => answer.writeHead(404).end()));
    return {
      ...{ PAYMENTS_MODE: 'facilitator', NETWORK: 'eip155:84532', FACILITATOR_URL: `http://127.0.0.1:${at}` },
      PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    };
  };

  it('says of a proxy that is not trusted, a block list that is old and a certificate that ends what, why and what to do', async () => {
    await listFetchedAgo(80);
    const { code, findings } = await doctor({
      ...(await behindTls(2)),
      SANCTIONS: 'required',
      SANCTIONS_MAX_AGE_HOURS: '72',
    });

    expect(code).toBe(1);
    for (const finding of [PROXY, LIST, TLS]) expect(findings).toContainEqual(finding);
  });

  it('says by how much our clock is wrong', async () => {
    const { code, findings } = await doctor({ ...(await payingBy()), ...clockWrongBy(1) });

    expect(code).toBe(1);
    expect(findings).toContainEqual(clockWrong('ahead'));
  });

  it('says each of them alone, with an exit code of its own', async () => {
    const paying = await payingBy();
    expect((await doctor({ ...paying, ...clockWrongBy(-1) })).findings).toContainEqual(clockWrong('behind'));
    expect((await doctor(paying)).findings).toContainEqual(expect.objectContaining({ check: 'clock', level: 'ok' }));
    const plain = { PUBLIC_BASE_URL: `http://127.0.0.1:${await listen(createHttpServer(passOn))}` };
    const proxied = await doctor(plain);
    expect(proxied.findings).toContainEqual(PROXY);
    expect(proxied.code).toBe(1);
    const { findings } = await doctor(await behindTls(10));
    expect(findings).toContainEqual(expect.objectContaining({ level: 'warning', why: 'callers will refuse it' }));
    const untrusted = await doctor({ ...(await behindTls(90)), NODE_EXTRA_CA_CERTS: '' });
    expect(untrusted.findings).toContainEqual(
      expect.objectContaining({ level: 'fault', what: expect.stringContaining('is not trusted') as string }),
    );
  });
});
