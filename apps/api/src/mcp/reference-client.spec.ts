import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { transformSync } from '@swc/core';
import * as core from '@x402/core/client';
import * as schemas from '@x402/core/schemas';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { referenceClientClass, referenceNote, type ReferenceClient } from '../testing/reference-mcp-client';
import { startStarterApi, WORK_TAKES_NO_TIME, type StarterApi } from '../testing/starter-api';

const INSTALLED: Readonly<Record<string, unknown>> = {
  '@x402/core/client': core,
  '@x402/core/schemas': schemas,
  '@modelcontextprotocol/sdk/client/index.js': { Client },
};

function compile(source: string, filename: string): string {
  const module = { type: 'commonjs' } as const;
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' } as const;
  return transformSync(source, { filename, swcrc: false, configFile: false, module, jsc }).code;
}

const Reference = referenceClientClass((name) => INSTALLED[name], compile);
const payer = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const ARGS = { items: [{ product: 'nodejs', version: '24' }] };

let api: StarterApi;
let mcp: Client;
let client: ReferenceClient;
let payments: unknown[];

const codeOf = ({ content }: { readonly content: readonly { readonly text: string }[] }): unknown => {
  const { error } = JSON.parse(content[0]!.text) as { error: string | { code: string } };
  return typeof error === 'string' ? error : error.code;
};

(Reference ? describe : describe.skip)(`x402's own client of its MCP transport${referenceNote}`, () => {
  beforeEach(async () => {
    api = await startStarterApi({ overrides: WORK_TAKES_NO_TIME });
    // It signs for the day of the service.
    jest.spyOn(Date, 'now').mockImplementation(() => api.clock.now());
    mcp = new Client({ name: 'reference', version: '1' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`)) as never);
    await mcp.listTools();
    client = new Reference!(mcp, new core.x402Client().register('eip155:84532', new ExactEvmScheme(payer)));
    payments = [];
    client.onAfterPayment(({ paymentPayload }) => void payments.push(paymentPayload));
  });
  afterEach(async () => {
    await mcp.close();
    await api.close();
    jest.restoreAllMocks();
  });

  it('pays, and reads the answer with its settlement', async () => {
    const bought = await client.callTool('check_versions', ARGS);

    expect(bought).toMatchObject({ paymentMade: true, paymentResponse: { success: true } });
    expect(bought.isError).toBeFalsy();
    expect(JSON.parse(bought.content[0]!.text)).toMatchObject({ data: { matched: 1 } });
    expect(api.facilitator.transfers.size).toBe(1);
  });

  it('gets the same answer for the same payment, and no other', async () => {
    const bought = await client.callTool('check_versions', ARGS);
    const again = await client.callToolWithPayment('check_versions', ARGS, payments[0]);
    const other = await client.callToolWithPayment('check_image', { image: 'node:24' }, payments[0]);

    expect(again.content).toEqual(bought.content);
    expect(codeOf(other)).toBe('payment_replayed');
    expect(api.facilitator.transfers.size).toBe(1);
  });

  it('is refused with the reason where the facilitator refuses, and pays nothing', async () => {
    api.facilitator.verifyScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' });
    const refused = await client.callTool('check_versions', ARGS);

    expect([refused.isError, codeOf(refused)]).toEqual([true, 'payment_invalid']);
    expect(api.facilitator.transfers.size).toBe(0);
  });

  it('is given no answer where the settlement fails', async () => {
    api.facilitator.settleScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' });
    const failed = await client.callTool('check_versions', ARGS);

    expect(failed.isError).toBe(true);
    expect(JSON.parse(failed.content[0]!.text)).not.toHaveProperty('data');
    expect(api.facilitator.transfers.size).toBe(0);
  });

  it('does not pay again where the settlement is not known, and gets the answer for the same payment', async () => {
    api.facilitator.settleScript.push('lost_after');
    const unknown = await client.callTool('check_versions', ARGS);
    const asked = await client.callToolWithPayment('check_versions', ARGS, payments[0]);

    expect([unknown.isError, codeOf(unknown)]).toEqual([true, 'settlement_unknown']);
    expect(asked.isError).toBeFalsy();
    expect(JSON.parse(asked.content[0]!.text)).toMatchObject({ data: { matched: 1 } });
    expect(api.facilitator.transfers.size).toBe(1);
  });

  it('gets the answer that was lost on its way for the same payment', async () => {
    let sent: unknown;
    const cut = jest.spyOn(mcp, 'callTool');
    cut.mockImplementationOnce(async (params) => Client.prototype.callTool.call(mcp, params));
    cut.mockImplementationOnce(async (params) => {
      sent = (params._meta as Record<string, unknown>)['x402/payment'];
      await Client.prototype.callTool.call(mcp, params);
      throw new Error('the connection broke off');
    });
    await expect(client.callTool('check_versions', ARGS)).rejects.toThrow('broke off');
    const asked = await client.callToolWithPayment('check_versions', ARGS, sent);

    expect(JSON.parse(asked.content[0]!.text)).toMatchObject({ data: { matched: 1 } });
    expect(api.facilitator.transfers.size).toBe(1);
  });

  it('gets bad_request for a wrong input before anything is settled', async () => {
    const wrong = await client.callTool('check_versions', { items: [] });

    expect([wrong.isError, codeOf(wrong)]).toEqual([true, 'bad_request']);
    expect(api.facilitator.transfers.size).toBe(0);
  });
});
