import { installLinks } from './mcp-install';

const BASE_URL = 'https://stack.example';

test('each link names the endpoint of the tools, in the form of its client', () => {
  const [cursor, code, insiders] = installLinks(BASE_URL).map(({ href }) => new URL(href));
  const { name, config = '' } = Object.fromEntries(cursor!.searchParams);

  expect([cursor!.protocol, cursor!.host, cursor!.pathname, name]).toEqual([
    'cursor:',
    'anysphere.cursor-deeplink',
    '/mcp/install',
    'stackcheck',
  ]);
  expect(JSON.parse(Buffer.from(config, 'base64').toString('utf8'))).toEqual({ url: `${BASE_URL}/mcp` });
  for (const [link, scheme] of [
    [code!, 'vscode:'],
    [insiders!, 'vscode-insiders:'],
  ] as const) {
    expect([link.protocol, link.pathname]).toEqual([scheme, 'mcp/install']);
    expect(JSON.parse(decodeURIComponent(link.search.slice(1)))).toEqual({
      name: 'stackcheck',
      type: 'http',
      url: `${BASE_URL}/mcp`,
    });
  }
});
