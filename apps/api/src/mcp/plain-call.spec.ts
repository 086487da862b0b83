import fc from 'fast-check';
import { errorResult, offerResult, paidResult, type ToolResult } from '@stackcheck/mcp-tools';
import { ServiceError } from '@stackcheck/contract';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { Message, ServerCard } from './message';
import { plainCall } from './plain-call';
import { plainList } from './plain-list';
import { Protocol } from './protocol';
import type { CalledTool, ToolCall, ToolCalls } from './tool-calls';

const RESULTS: Readonly<Record<string, ToolResult>> = {
  paid: paidResult({
    text: '{"data":{"a":[1,"\\u00fc","ü 💥 \\" \\\\ \\n"]},"meta":{}}',
    settlement: { success: true },
    receipt: { S: 's' },
  }),
  'laid out': paidResult({ text: '{\n  "data": {}\n}', settlement: { success: true }, receipt: {} }),
  offer: offerResult({ x402Version: 2, error: 'payment_underpaid', accepts: [{}] }, 'too little'),
  error: errorResult('https://a.example', new ServiceError('internal')),
};

const paidAnswer = (text: string): PaidAnswer => ({ answer: { body: Buffer.from(text) } }) as unknown as PaidAnswer;

const calls = {
  listings: [
    { name: 'a', title: 'A', description: 'd', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } },
  ],
  call: async ({ name }: ToolCall): Promise<CalledTool | undefined> => {
    const result = Object.hasOwn(RESULTS, name) ? RESULTS[name] : undefined;
    const sold = name === 'paid' || name === 'laid out' ? { paid: paidAnswer(result!.content[0]!.text) } : {};
    return result && { tool: name, result, isPaying: true, mayBeCharged: false, ...sold };
  },
} as unknown as ToolCalls;

const CARD: ServerCard = { name: 's', title: 'S', version: '1', websiteUrl: 'https://a.example/', instructions: 'pay' };
const protocol = new Protocol(calls, CARD);
const caller = { client: '192.0.2.1', record: { startedMs: 0 }, isGone: () => false };

const OWN = 'io.modelcontextprotocol/';
const ENVELOPE = {
  [`${OWN}protocolVersion`]: '2026-07-28',
  [`${OWN}clientInfo`]: { name: 'c', version: '1' },
  [`${OWN}clientCapabilities`]: {},
};

function message(isModern: boolean, name: string): Pick<Message, 'body' | 'headers'> {
  const meta = { ...(isModern ? ENVELOPE : {}), 'x402/payment': { x402Version: 2 } };
  const named: Record<string, string> = isModern ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {};
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': isModern ? '2026-07-28' : '2025-11-25',
      ...named,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { a: 1 }, _meta: meta } },
  };
}

function listMessage(isModern: boolean): Pick<Message, 'body' | 'headers'> {
  const { headers, body } = message(isModern, 'a');
  const { 'mcp-name': _name, ...others } = headers as Record<string, string>;
  const params = isModern ? { params: { _meta: ENVELOPE } } : {};
  return {
    headers: isModern ? { ...others, 'mcp-method': 'tools/list' } : others,
    body: { jsonrpc: '2.0', id: body['id'], method: 'tools/list', ...params },
  };
}

async function both(sent: Pick<Message, 'body' | 'headers'>): Promise<readonly [object, object]> {
  const said = async (reply: ReturnType<Protocol['answer']>): Promise<object> => {
    const { status, body } = await reply;
    const text = Buffer.from(body).toString('utf8');
    return { status, body: text === '' ? null : (JSON.parse(text) as object) };
  };
  return [await said(protocol.answer({ ...sent, caller })), await said(protocol.answerWithSdk({ ...sent, caller }))];
}

describe.each([true, false])('a call, of the newer era: %s', (isModern) => {
  it.each(Object.keys(RESULTS))('is read without the SDK, and answered as by it: %s', async (name) => {
    const sent = message(isModern, name);
    const [own, theirs] = await both(sent);

    expect(plainCall(sent)).toMatchObject({ name, args: { a: 1 }, isModern });
    expect(own).toEqual(theirs);
  });
});

test.each([true, false])(
  'the list of tools, of the newer era: %s, is that of the SDK, and is kept',
  async (isModern) => {
    for (const id of [1, 'two', 3]) {
      const sent = listMessage(isModern);
      const asked = { ...sent, body: { ...sent.body, id } };
      const [own, theirs] = await both(asked);

      expect(plainList(asked)).toMatchObject({ id });
      expect(own).toEqual(theirs);
      expect(own).toMatchObject({ status: 200, body: { id, result: { tools: [{ name: 'a' }] } } });
    }
  },
);

/** Values that stand where another one is expected. */
const ODD = fc.constantFrom<unknown>(
  undefined,
  null,
  0,
  -1,
  1.5,
  2 ** 60,
  true,
  '',
  'paid',
  '2025-06-18',
  '2026-07-28',
  'tools/call',
  'tools/list',
  [],
  [1],
  {},
  { a: {} },
  { sampling: {} },
  { name: 'c', version: '1', title: 't' },
  { name: 1, version: '1' },
  { icons: [] },
);
const PLACES = [
  ['id'],
  ['jsonrpc'],
  ['method'],
  ['params'],
  ['extra'],
  ['params', 'name'],
  ['params', 'arguments'],
  ['params', '_meta'],
  ['params', 'task'],
  ['params', '_meta', 'x402/payment'],
  ['params', '_meta', 'progressToken'],
  ['params', '_meta', `${OWN}logLevel`],
  ['params', '_meta', `${OWN}protocolVersion`],
  ['params', '_meta', `${OWN}clientInfo`],
  ['params', '_meta', `${OWN}clientCapabilities`],
] as const;
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

function put(target: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === undefined) delete target[name!];
    else target[name!] = value;
  } else if (typeof target[name!] === 'object' && target[name!] !== null) {
    put(target[name!] as Record<string, unknown>, rest, value);
  }
}

test('whatever is changed in a call or a question for the list, the replies are those of the SDK', async () => {
  const change = fc.oneof(
    fc.record({ place: fc.constantFrom(...PLACES), value: ODD }),
    fc.record({
      header: fc.constantFrom(...HEADERS),
      text: fc.constantFrom('', 'paid', '2025-06-18', '2026-07-28', 'tools/call', 'x', undefined),
    }),
  );
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.constantFrom('paid', 'offer', 'error', 'none', 'the list'),
      fc.array(change, { maxLength: 2 }),
      async (isModern, name, changes) => {
        const sent = structuredClone(name === 'the list' ? listMessage(isModern) : message(isModern, name)) as {
          body: Record<string, unknown>;
          headers: Record<string, string>;
        };
        for (const one of changes) {
          if ('place' in one) put(sent.body, one.place, one.value);
          else put(sent.headers, [one.header], one.text);
        }
        // What is no message at all is refused before either.
        const { method, jsonrpc, params } = sent.body;
        fc.pre(
          jsonrpc === '2.0' &&
            typeof method === 'string' &&
            (params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params))),
        );
        if (plainCall(sent) ?? plainList(sent)) plain++;
        const [own, theirs] = await both(sent);

        expect(own).toEqual(theirs);
      },
    ),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(50);
});
