import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { type Purchase, resend, signV2Payment } from '@stackcheck/demo';
import { anvilAvailable } from './chain/anvil';
import { startTestChain, type TestChain } from './chain/test-chain';
import { startTestFacilitator, type TestFacilitator } from './facilitator/test-facilitator';
import { fileFaults } from './kill/judged-ledger';
import { killableEnvironment } from './kill/kill-harness';
import { KillableServer, killableIsBuilt, type Plan } from './kill/killable-server';
import { straceAvailable, type IoPlan } from './kill/io-plan';
import { publishSelection } from './service/publish-selection';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const PATH = '/v1/eol/nodejs';
const NEVER = { call: 'pwrite64', error: 'ENOSPC', when: '60000' } as const;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const codeOf = (answer: Purchase): string | number =>
  answer.status === 200 ? 200 : answer.json<{ error: { code: string } }>().error.code;

const full = process.env['CAMPAIGN'] === 'full';
const there = full && anvilAvailable() && killableIsBuilt() && straceAvailable();

(there ? describe : describe.skip)(
  'a failing disk (needs CAMPAIGN=full, @foundry-rs/anvil-linux-amd64, `npm run build` and strace)',
  () => {
    const scratch = new Scratch();
    let chain: TestChain;
    let facilitator: TestFacilitator;
    let payer: PrivateKeyAccount;
    let payTo: Address;
    let fresh: string;
    /** The calls of a start, of the first commit of a paid call, and of its second. */
    let calls: { readonly start: number; readonly startSyncs: number; readonly first: number };

    beforeAll(async () => {
      chain = scratch.keep(await startTestChain());
      facilitator = scratch.keep(await startTestFacilitator(chain));
      payer = await chain.newPayer(10_000_000n);
      payTo = (await chain.newPayer()).address;
      fresh = scratch.folder();
      await publishSelection(fresh);
      const first = await serve(fresh, { point: 'none', passage: 1 });
      first.server.signal('SIGTERM');
      await first.server.ended;
      calls = await countCalls();
    });
    afterAll(() => scratch.clear());

    async function serve(
      dataDir: string,
      plan: Plan,
    ): Promise<{ readonly server: KillableServer; readonly url: string }> {
      // A head that is old would be taken for a clock that is wrong.
      await chain.control.mine({ blocks: 1 });
      const env = killableEnvironment({ dataDir, facilitatorUrl: facilitator.url, payTo, chain });
      const server = scratch.keep(new KillableServer(plan, env));
      const url = await server.start();
      if (url === undefined) throw new Error(`the server did not start: ${server.output}`);
      return { server, url };
    }

    /** A data folder as it was before the first payment, so that every start makes the same calls. */
    function copyOfData(): string {
      const copy = join(scratch.folder(), 'data');
      cpSync(fresh, copy, { recursive: true });
      return copy;
    }

    async function countCalls(): Promise<typeof calls> {
      const { server, url } = await serve(copyOfData(), NEVER);
      const start = server.calls;
      await pay(url);
      await sleep(50);
      const since = server.calls.slice(start.length);
      await server.close();
      return {
        start: start.filter((call) => call === 'pwrite64').length,
        startSyncs: start.filter((call) => call === 'fsync').length,
        first: since.indexOf('fsync'),
      };
    }

    async function pay(url: string): Promise<Purchase> {
      const payment = await signV2Payment(payer, url + PATH, {}, { identifier: `pay_${randomUUID()}` });
      return resend(url + PATH, {}, payment);
    }

    interface Case {
      readonly name: string;
      readonly plan: () => IoPlan;
      /** What the payment gets at once. */
      readonly met: string | number;
      readonly settles: number;
      /** What another payment gets from the same process afterwards; undefined when the process ends with 1. */
      readonly next: string | number | undefined;
    }

    const cases: readonly Case[] = [
      {
        name: 'a failed sync of the intent sends nothing and ends the process',
        plan: () => ({ call: 'fsync', error: 'EIO', when: String(calls.startSyncs + 1) }),
        // Whether the intent is on disk nobody knows, and the next start settles one that is.
        met: 'settlement_unknown',
        settles: 0,
        next: undefined,
      },
      {
        name: 'a failed sync of the settlement costs no answer and ends the process',
        plan: () => ({ call: 'fsync', error: 'EIO', when: String(calls.startSyncs + 2) }),
        met: 200,
        settles: 1,
        next: undefined,
      },
      {
        name: 'a full disk before the intent sends nothing, and payments go on when there is room',
        plan: () => ({ call: 'pwrite64', error: 'ENOSPC', when: String(calls.start + 1) }),
        met: 'paused',
        settles: 0,
        next: 200,
      },
      {
        name: 'a full disk after the intent costs no answer, and stays paused while it is full',
        plan: () => ({ call: 'pwrite64', error: 'ENOSPC', when: `${calls.start + calls.first + 1}+` }),
        met: 200,
        settles: 1,
        next: 'paused',
      },
    ];

    it.each(cases)('$name', async ({ plan, met, settles, next }) => {
      const dataDir = copyOfData();
      const { server, url } = await serve(dataDir, plan());
      const before = { transfers: (await chain.transfers()).length, settles: settleCalls() };

      const payment = await signV2Payment(payer, url + PATH, {}, { identifier: `pay_${randomUUID()}` });
      const first = await resend(url + PATH, {}, payment);

      expect([codeOf(first), settleCalls() - before.settles]).toEqual([met, settles]);
      if (next === undefined) expect(await server.ended).toBe(1);
      else expect(await nextCode(url, next)).toBe(next);
      expect(server.injected).toBeGreaterThan(0);
      await server.close();

      const restarted = await serve(dataDir, { point: 'none', passage: 1 });
      const again = await resendUntilKnown(restarted.url + PATH, payment);
      restarted.server.signal('SIGTERM');
      expect([codeOf(again), await restarted.server.ended]).toEqual([200, 0]);
      if (first.status === 200) {
        expect(again.body.equals(first.body)).toBe(true);
        expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'));
      }
      expect((await chain.transfers()).length - before.transfers).toBe(next === 200 ? 2 : 1);
      expect(fileFaults(join(dataDir, 'payments.db'))).toEqual([]);
    });

    /** The restarted server may be resolving the payment itself at that moment; the advice is to ask again. */
    async function resendUntilKnown(url: string, payment: Parameters<typeof resend>[2]): ReturnType<typeof resend> {
      for (let tries = 0; ; tries++) {
        const seen = await resend(url, {}, payment);
        if (codeOf(seen) !== 'payment_in_progress' || tries === 40) return seen;
        await sleep(250);
      }
    }

    const settleCalls = (): number => facilitator.calls.filter(({ call }) => call === 'settle').length;

    /** The pause ends when a write went through, which is tried each second; no offer is made until then. */
    async function nextCode(url: string, wanted: string | number): Promise<string | number> {
      for (let tries = 0; ; tries++) {
        const offer = await fetch(url + PATH);
        const code = offer.status === 402 ? codeOf(await pay(url)) : 'paused';
        await offer.body?.cancel();
        if (code === wanted || tries === 20) return code;
        await sleep(250);
      }
    }
  },
);
