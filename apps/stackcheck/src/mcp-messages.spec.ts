import * as fc from 'fast-check';
import { CommandLine } from './testing/command-line';
import { McpClient, type Era } from './testing/mcp-client';

const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

let line: CommandLine;
let client: McpClient;
beforeEach(() => {
  line = new CommandLine().write('app/.nvmrc', '18\n');
});
afterEach(async () => {
  await client.close();
  line.remove();
});

test('a key is in no answer, whatever is wrong with it', async () => {
  const key = `0x${'5e'.repeat(32)}`;
  line.env['STACKCHECK_KEY'] = `${key}ff`;
  client = await McpClient.open(line, ['--url', 'http://127.0.0.1:9']);

  await client.call('get_lifecycle', { product: 'nodejs' });
  await client.call('get_status');
  const { stderr } = await client.close();

  expect(JSON.stringify([client.written, stderr])).not.toContain('5e5e5e5e');
});

describe('whatever is sent', () => {
  const METHODS = ['tools/call', 'tools/list', 'initialize', 'server/discover', 'ping', 'subscriptions/listen', 'x'];
  const name = fc.constantFrom(
    'check_stack',
    'read_project',
    'quote',
    'get_lifecycle',
    'list_products',
    '__proto__',
    'no',
  );
  const params = fc.oneof(
    fc.record({ name, arguments: fc.jsonValue() }),
    fc.record({
      name,
      arguments: fc.dictionary(fc.constantFrom('path', 'product', 'tool', 'query', 'images'), fc.jsonValue()),
    }),
    fc.jsonValue(),
  );
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0'),
      id: fc.oneof(fc.integer({ min: 1_000 }), fc.string(), fc.constant(null)),
      method: fc.constantFrom(...METHODS),
      params,
    },
    { requiredKeys: [] },
  );
  const anyLine = fc.oneof(
    { weight: 4, arbitrary: message.map((value) => JSON.stringify(value)) },
    fc.json().map((text) => text.replace(/\n/g, ' ')),
    fc.string().map((text) => text.replace(/\n/g, ' ')),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10))),
  );

  test.each(ERAS)('is no end of it, and nothing but messages is written (%s)', async (era) => {
    client = await McpClient.open(line, ['--source', 'demo', '--root', 'app'], { era });
    if (era === '2026-07-28') await client.request('server/discover');

    for (const each of fc.sample(anyLine, { numRuns: 250 })) client.sendLine(each);

    expect(await client.call('list_products', { query: 'nodejs' })).toMatchObject({ isError: false });
    for (const written of client.written) expect(written).toMatchObject({ jsonrpc: '2.0' });
    expect(await client.close()).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('a line that is no message', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

  test.each<[string, string | Uint8Array, { id: string | number | null; error: { code: number } }]>([
    ['no JSON', 'tools/list', { id: null, error: { code: -32_700 } }],
    ['JSON cut off', '{"jsonrpc":"2.0","id":7,"method":"ping"', { id: null, error: { code: -32_700 } }],
    ['a byte order mark', '\ufeff{"jsonrpc":"2.0","id":7,"method":"ping"}', { id: null, error: { code: -32_700 } }],
    ['no UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), { id: null, error: { code: -32_700 } }],
    ['a batch', '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', { id: null, error: { code: -32_600 } }],
    ['nested lists', deep, { id: null, error: { code: -32_600 } }],
    ['no object', '7', { id: null, error: { code: -32_600 } }],
    ['null', 'null', { id: null, error: { code: -32_600 } }],
    ['no method', '{"jsonrpc":"2.0","id":"seven"}', { id: 'seven', error: { code: -32_600 } }],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', { id: 7, error: { code: -32_600 } }],
    ['no id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', { id: null, error: { code: -32_600 } }],
    [
      'a list of parameters',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}',
      { id: 7, error: { code: -32_600 } },
    ],
  ])('is answered with the error that it is: %s', async (_what, sent, expected) => {
    client = await McpClient.open(line, ['--source', 'demo']);

    client.sendLine(sent);
    await client.call('list_products', { query: 'nodejs' });

    expect(client.written[0]).toEqual({ jsonrpc: '2.0', ...expected, error: expect.objectContaining(expected.error) });
    expect(client.written).toHaveLength(2);
  });

  test.each(['', '  \t', '{"jsonrpc":"2.0","id":7,"result":8}', '{"jsonrpc":"2.0","error":{}}'])(
    'is passed over where an answer would be none: %j',
    async (sent) => {
      client = await McpClient.open(line, ['--source', 'demo']);

      client.sendLine(sent);
      await client.call('list_products', { query: 'nodejs' });

      expect(client.written).toHaveLength(1);
    },
  );

  test('may come in pieces, and with other lines', async () => {
    client = await McpClient.open(line, ['--source', 'demo']);
    const call =
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_models","arguments":{"query":"ä"}}}';

    for (const byte of Buffer.from(`nothing\n${call}\r\n{}\n`)) client.sendBytes(Uint8Array.of(byte));
    await client.close();

    expect(client.written.map(({ id, error }) => [id, error?.code])).toEqual(
      expect.arrayContaining([
        [null, -32_700],
        [7, undefined],
        [null, -32_600],
      ]),
    );
  });
});

test.each(ERAS)('what was asked before the input ended is answered (%s)', async (era) => {
  client = await McpClient.open(line, ['--source', 'demo'], { era });

  const asked = ['nodejs', 'python', 'java'].map((query) => client.call('list_products', { query }));
  const { code } = await client.close();

  expect(code).toBe(0);
  for (const { isError } of await Promise.all(asked)) expect(isError).toBe(false);
});

test('a message without end closes the server, which says why on one line', async () => {
  client = await McpClient.open(line, ['--source', 'demo']);

  client.sendLine('x'.repeat(11 * 1024 * 1024));

  const { code, stderr } = await client.ended;
  expect([code, stderr]).toEqual([0, [expect.stringMatching(/^stackcheck mcp: .*maximum size/)]]);
});

test('what is nested without end is refused, and the next call is answered', async () => {
  client = await McpClient.open(line, ['--source', 'demo']);

  client.sendLine(
    `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"check_stack","arguments":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`,
  );

  expect(await client.call('list_products', { query: 'nodejs' })).toMatchObject({ isError: false });
});
