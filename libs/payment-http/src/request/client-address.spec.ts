import type { IncomingMessage } from 'node:http';
import { clientAddress, trustedPeer } from './client-address';

function request(socket: string, forwarded?: string): IncomingMessage {
  return { socket: { remoteAddress: socket }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage;
}

test('without trust, forwarded headers say nothing', () => {
  expect(clientAddress(0)(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
});

test.each([
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  [2, '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  [2, '198.51.100.1', '198.51.100.1'],
  [1, 'nonsense', '10.0.0.1'],
  [1, '198.51.100.1, nonsense', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
])('with %i proxies, "%s" is read from the right', (hops, forwarded, expected) => {
  expect(clientAddress(hops)(request('10.0.0.1', forwarded))).toBe(expected);
});

test.each([
  ['10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.7', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['::1', '198.51.100.1', '198.51.100.1'],
  ['::2', '198.51.100.1', '::2'],
  ['2001:db8:7::1', '2001:db9::5', '2001:db9::5'],
  ['2001:db8:7::1', '2001:db9::5, 2001:db8:7:ffff::2, 10.0.0.7', '2001:db9::5'],
  ['2001:db8:8::1', '2001:db9::5', '2001:db8:8::1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', '6.6.6.6, nonsense, 10.0.0.2', '10.0.0.2'],
])('with trusted ranges, the nearest address outside them is the client (%s, %s)', (socket, forwarded, expected) => {
  expect(clientAddress(['10.0.0.0/8', '::1', '2001:db8:7::/48'])(request(socket, forwarded))).toBe(expected);
});

test.each<[number | readonly string[], string, boolean]>([
  [0, '10.0.0.1', false],
  [1, '203.0.113.9', true],
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['10.0.0.0/8'], 'a socket', false],
  [['10.0.0.0/8'], '', false],
  [['10.0.0.0/8'], '64:ff9b::ffff:10.1.2.3', false],
  [['10.0.0.0/8'], '::ffff:a01:203', true],
  [['10.0.0.0/8'], '::FFFF:10.1.2.3', true],
  [['10.0.0.1'], '10.0.0.1', true],
  [['10.0.0.1'], '10.0.0.2', false],
  [['10.0.0.1', '10.0.0.2'], '10.0.0.2', true],
  [['10.0.0.0/31'], '10.0.0.1', true],
  [['10.0.0.0/31'], '10.0.0.2', false],
  [['2001:db8::/32'], '2001:db8::1', true],
  [['2001:db8::1'], '2001:db8::2', false],
])('with trust in %j, the peer %j is a proxy: %s', (trust, address, isProxy) => {
  expect(trustedPeer(trust)(address)).toBe(isProxy);
});

test('the lines of a header that was sent several times are one list', () => {
  const several = {
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': ['6.6.6.6', '198.51.100.1'] },
  };

  expect(clientAddress(1)(several as unknown as IncomingMessage)).toBe('198.51.100.1');
});

test('a connection that has ended already has an address of no client', () => {
  const ended = { socket: {}, headers: {} } as IncomingMessage;

  expect([clientAddress(0)(ended), clientAddress(1)(ended), clientAddress(['10.0.0.0/8'])(ended)]).toEqual(
    Array(3).fill('0.0.0.0'),
  );
});
