import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as core from '@x402/core/client';
import * as schemas from '@x402/core/schemas';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { PrivateKeyAccount } from 'viem/accounts';
import {
  hasReferenceMcpClient,
  referenceMcpClientClass,
  type ReferenceAnswer,
  type ReferenceMcpClient,
  type ReferenceMcpClientClass,
} from './buyers/reference-mcp-client';
import { anvilAvailable } from './chain/anvil';
import { startPaidService, type PaidService } from './service/paid-service';

jest.setTimeout(240_000);

const ARGS = { items: [{ product: 'nodejs', version: '20.11.1' }] };
const PRICE = '10000';

const INSTALLED = {
  '@x402/core/client': core,
  '@x402/core/schemas': schemas,
  '@modelcontextprotocol/sdk/client/index.js': { Client },
};

const saidBy = ({ content }: ReferenceAnswer) =>
  JSON.parse(content[0]!.text) as { data?: { matched: number }; error?: string | { code: string }; accepts?: unknown };
const codeOf = (answer: ReferenceAnswer): string | undefined => {
  const { error } = saidBy(answer);
  return typeof error === 'string' ? error : error?.code;
};

const isThere = anvilAvailable() && hasReferenceMcpClient;

(isThere ? describe : describe.skip)(
  "x402's client of its MCP transport on a real chain (needs @foundry-rs/anvil-linux-amd64 and x402-mcp)",
  () => {
    let Reference: ReferenceMcpClientClass;
    let service: PaidService;
    let payer: PrivateKeyAccount;
    let mcp: Client;
    let client: ReferenceMcpClient;
    let payments: unknown[];
    beforeAll(async () => {
      Reference = await referenceMcpClientClass(INSTALLED);
      service = await startPaidService();
      payer = await service.chain.newPayer(1_000_000n);
    });
    afterAll(() => service?.close());
    beforeEach(async () => {
      await connect(payer);
    });
    afterEach(async () => {
      await mcp.close();
    });

    async function connect(account: PrivateKeyAccount): Promise<void> {
      mcp = new Client({ name: 'reference', version: '1' });
      await mcp.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)) as never);
      await mcp.listTools();
      client = new Reference(mcp, new core.x402Client().register('eip155:8453', new ExactEvmScheme(account)));
      payments = [];
      client.onAfterPayment(({ paymentPayload }) => void payments.push(paymentPayload));
    }

    const oneTransfer = () => [expect.objectContaining({ from: payer.address, to: service.payTo, value: PRICE })];

    it('buys an answer for one transfer of its price, and gets it again for the same payment', async () => {
      const { result, transfers } = await service.during(async () => {
        const bought = await client.callTool('check_versions', ARGS);
        return { bought, again: await client.callToolWithPayment('check_versions', ARGS, payments[0]) };
      });

      expect(result.bought).toMatchObject({ paymentMade: true, paymentResponse: { success: true } });
      expect(result.bought.paymentResponse?.transaction).toBe(transfers[0]?.transaction);
      expect(saidBy(result.bought).data).toMatchObject({ matched: 1 });
      expect(result.again.content).toEqual(result.bought.content);
      expect(transfers).toEqual(oneTransfer());
    });

    it('buys nothing else with a payment that bought an answer', async () => {
      const { result, transfers } = await service.during(async () => {
        await client.callTool('check_versions', ARGS);
        const other = { items: [{ product: 'python', version: '3.12' }] };
        return client.callToolWithPayment('check_versions', other, payments[0]);
      });

      expect(codeOf(result)).toBe('payment_replayed');
      expect(transfers).toEqual(oneTransfer());
    });

    it('is refused without funds, with an offer, and nothing moves', async () => {
      const poor = await service.chain.newPayer(1n);
      await mcp.close();
      await connect(poor);
      const { result, transfers } = await service.during(() => client.callTool('check_versions', ARGS));

      expect([result.isError, codeOf(result)]).toEqual([true, 'payment_invalid']);
      expect(saidBy(result).accepts).toHaveLength(1);
      expect(transfers).toEqual([]);
    });

    it('is given no answer where the settlement is refused, and nothing moves', async () => {
      service.facilitator.faults.add('settle', 'undone_refused');
      const { result, transfers } = await service.during(() => client.callTool('check_versions', ARGS));

      expect(result.isError).toBe(true);
      expect(saidBy(result).data).toBeUndefined();
      expect(transfers).toEqual([]);
    });

    it.each(['done_cut', 'undone_cut'] as const)(
      'after a settle call that ended in %s is offered nothing, and the same payment gets the answer for one transfer',
      async (fault) => {
        service.facilitator.faults.add('settle', fault);
        const { result, transfers } = await service.during(async () => {
          const first = await client.callTool('check_versions', ARGS);
          return { first, again: await client.callToolWithPayment('check_versions', ARGS, payments[0]) };
        });

        expect([result.first.isError, codeOf(result.first)]).toEqual([true, 'settlement_unknown']);
        expect(saidBy(result.first).accepts).toBeUndefined();
        expect(saidBy(result.again).data).toMatchObject({ matched: 1 });
        expect(new Set(payments.map((payment) => JSON.stringify(payment))).size).toBe(1);
        expect(transfers).toEqual(oneTransfer());
      },
    );

    it('gets an answer that was lost on its way for the same payment, also after a restart', async () => {
      const cut = jest.spyOn(mcp, 'callTool');
      let sent: unknown;
      cut.mockImplementationOnce((params) => Client.prototype.callTool.call(mcp, params));
      cut.mockImplementationOnce(async (params) => {
        sent = (params._meta as Record<string, unknown>)['x402/payment'];
        await Client.prototype.callTool.call(mcp, params);
        throw new Error('the connection broke off');
      });

      const { result, transfers } = await service.during(async () => {
        await expect(client.callTool('check_versions', ARGS)).rejects.toThrow('broke off');
        await service.restart();
        await mcp.close();
        await connect(payer);
        return client.callToolWithPayment('check_versions', ARGS, sent);
      });

      expect(saidBy(result).data).toMatchObject({ matched: 1 });
      expect(transfers).toEqual(oneTransfer());
    });
  },
);
