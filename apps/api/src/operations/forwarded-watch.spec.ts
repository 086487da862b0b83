import type { IncomingMessage } from 'node:http';
import { trustedPeer } from '@stackcheck/payment-http/request';
import { ForwardedWatch } from './forwarded-watch';

function watch(trust: number | readonly string[] = 0) {
  const reported: string[] = [];
  const { look } = new ForwardedWatch({
    isProxy: trustedPeer(trust),
    onStranger: () => reported.push('stranger'),
    warn: (detail) => reported.push(detail),
  });
  const from = (remoteAddress: string, ...headers: string[]): void =>
    look({
      socket: { remoteAddress },
      rawHeaders: headers.flatMap((name) => [name, 'unknown']),
    } as unknown as IncomingMessage);
  return { reported, from };
}

test.each([
  ['127.0.0.1', 'X-Forwarded-For'],
  ['10.1.2.3', 'x-forwarded-for'],
  ['::ffff:172.18.0.2', 'X-Real-IP'],
  ['192.168.1.1', 'Forwarded'],
  ['fd00::1', 'CF-Connecting-IP'],
  ['fe80::1%eth0', 'X-FORWARDED-FOR'],
  ['::1', 'X-Forwarded-For'],
])('a peer of this network (%s) that sends %s is a proxy nobody named, and reported once', (address, header) => {
  const { reported, from } = watch();
  for (let count = 0; count < 3; count++) from(address, 'Host', header);

  expect(reported).toEqual([expect.stringContaining('set TRUST_PROXY')]);
});

test('a stranger cannot raise the alarm among others, however often he plays proxy', () => {
  const { reported, from } = watch();
  for (let count = 0; count < 200; count++)
    from(count % 2 === 0 ? '203.0.113.9' : '198.51.100.1', count % 2 === 0 ? 'X-Forwarded-For' : 'Host');

  expect(reported).toEqual(['stranger']);
});

test('peers of the Internet that mostly forward are a proxy nobody named', () => {
  const { reported, from } = watch(['10.0.0.0/8']);
  for (let count = 0; count < 16; count++) from('203.0.113.9', count % 4 === 0 ? 'Host' : 'X-Forwarded-For');

  expect(reported).toEqual(['stranger', expect.stringContaining('set TRUST_PROXY')]);
});

test.each<[string, number | string[], string, string[]]>([
  ['without such headers', 0, '127.0.0.1', ['Host', 'Via', 'X-Forwarded-Proto']],
  ['from a trusted number of proxies', 1, '203.0.113.9', ['X-Forwarded-For', 'X-Real-IP']],
  ['from a trusted network', ['10.0.0.0/8'], '::ffff:10.0.0.7', ['X-Forwarded-For']],
])('nothing is reported %s', (_name, trust, address, headers) => {
  const { reported, from } = watch(trust);
  for (let count = 0; count < 40; count++) from(address, ...headers);

  expect(reported).toEqual([]);
});

test('a trusted proxy that names clients in a header nobody reads is reported', () => {
  const { reported, from } = watch(1);
  from('10.0.0.1', 'Host');
  from('10.0.0.1', 'Host', 'X-Real-IP');

  expect(reported).toEqual([expect.stringContaining('let it send X-Forwarded-For')]);
});
