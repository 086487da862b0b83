import { execFile } from 'node:child_process';
import { PaymentMaker } from '../service/payment-maker';
import { startService, type ConformanceService } from '../service/start-service';
import { checkMcp, mcpPeers } from './check-mcp';
import type { Peers } from './peers';

jest.setTimeout(240_000);

const ARGS = { cves: ['CVE-2021-44228'] };
const PRICE = 5_000n;

/** Fetched from npm's registry, with a Node that runs them. */
const fullDescribe = process.env['CAMPAIGN'] === 'full' ? describe : describe.skip;

fullDescribe('programs of others (CAMPAIGN=full)', () => {
  let peers: Peers;
  beforeAll(async () => {
    peers = await mcpPeers();
  });

  it('the official conformance suite passes but for what does not apply', async () => {
    const { report, isClean } = await checkMcp(peers);

    expect([isClean, report]).toEqual([true, expect.stringContaining('2026-07-28: ')]);
  });

  describe("the inspector's command line", () => {
    let service: ConformanceService;
    let payments: PaymentMaker;
    beforeAll(async () => {
      service = await startService();
      payments = new PaymentMaker(service);
    });
    afterAll(() => service.close());

    const inspect = (era: string, args: readonly string[]) =>
      new Promise<{ readonly result: Record<string, unknown> }>((resolve, reject) => {
        const target = [peers.inspector, '--cli', `${service.url}/mcp`, '--protocol-era', era, '--format', 'json'];
        execFile(peers.node, [...target, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
          // A result with isError ends it with another code than 0.
          if (stdout === '') reject(new Error(`${error?.message ?? 'nothing was said'}\n${stderr}`));
          else resolve(JSON.parse(stdout) as { result: Record<string, unknown> });
        });
      });
    const call = (era: string, more: readonly string[] = []) =>
      inspect(era, [
        '--method',
        'tools/call',
        '--tool-name',
        'check_cves',
        '--tool-args-json',
        JSON.stringify(ARGS),
        ...more,
      ]);

    it.each(['legacy', 'modern'])('lists, is offered, pays and reads: %s era', async (era) => {
      const { payload } = payments.make(PRICE, '/mcp?tool=check_cves');

      const { result: listed } = await inspect(era, ['--method', 'tools/list']);
      const { result: offer } = await call(era);
      const { result: paid } = await call(era, ['--tool-metadata', `x402/payment=${JSON.stringify(payload)}`]);

      expect(listed['tools']).toHaveLength(15);
      expect(offer).toMatchObject({
        isError: true,
        structuredContent: { x402Version: 2, accepts: [{ amount: '5000' }] },
      });
      expect(paid).toMatchObject({
        structuredContent: { data: { results: [expect.anything()] } },
        _meta: { 'x402/payment-response': { success: true } },
      });
    });
  });
});
