import { readArguments, readPort } from './arguments';
import { outerEnvironment } from './environment';
import { configuration } from './haproxy';

it.each([
  [[], { data: null }],
  [['--data', 'there'], { data: 'there' }],
  [['--data=there'], { data: 'there' }],
  [['--data'], { fault: '--data needs a folder' }],
  [['--data='], { fault: '--data needs a folder' }],
  [['--data', '--nodes'], { fault: '--data needs a folder' }],
  [['--nodes', '5'], { fault: 'unknown argument --nodes' }],
  [['5'], { fault: 'unknown argument 5' }],
])('%j is read as %j', (args, read) => {
  expect(readArguments(args)).toEqual(read);
});

it.each([
  [undefined, 8402],
  [' ', 8402],
  ['9001', 9001],
  ['0', undefined],
  ['70000', undefined],
  ['http', undefined],
])('PORT=%s is port %s', (text, port) => {
  expect(readPort(text)).toBe(port);
});

it('decides itself what a node is, and leaves the rest to its caller', () => {
  const own = { LEDGER_URL: 'x', RECEIPT_KEY_FILE: 'x', FACILITATOR_TOKEN: 'x', PAY_TO: 'x', PORT: '1', WORKERS: '2' };
  const rest = { PATH: '/bin', EOL_UPSTREAM_URL: 'http://127.0.0.1:9/', LOG_LEVEL: 'debug', PORTAL: 'x' };

  expect(outerEnvironment({ ...own, ...rest })).toEqual(rest);
});

it('gives HAProxy each node', () => {
  expect(configuration(8402, [1, 2])).toMatch(/bind 127\.0\.0\.1:8402\n[^]*server node1 127\.0\.0\.1:1 check\n.*node2/);
});
