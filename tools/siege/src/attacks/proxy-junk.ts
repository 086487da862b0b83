import { address } from '../attackers/field';
import { flood } from '../attackers/flood';
import type { Attack } from './attack';

const JUNK = 'GET /v1/eol/nodejs HTTP/1.1\r\nHost: localhost\r\nPAYMENT-SIGNATURE: x\r\n\r\n';

/** Junk from one client behind the proxy that all clients come through. */
export const proxyJunk: Attack = {
  name: 'proxy-junk',
  what: 'payment headers that are junk, behind a proxy that TRUST_PROXY names',
  shopping: 'answers',
  env: { TRUST_PROXY: '1' },
  proxied: true,
  run: (field) => flood(field, { from: [address(0)], connections: 1, next: () => JUNK }),
};
