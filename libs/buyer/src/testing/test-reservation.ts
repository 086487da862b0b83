import type { Caps } from '../spending/book-state';
import type { Reservation } from '../spending/transitions';

const MANY = 10n ** 12n;

/** A reservation of 1,000 for a request of its own, whose window closes in 2030. */
export function testReservation(id: string, caps: Partial<Caps> = {}): Reservation {
  const url = `https://seller.example/${id}`;
  const network = 'eip155:84532';
  return {
    ...{ id, session: 's', payer: `0x${'aa'.repeat(20)}`, network, amount: 1_000n, payTo: `0x${'bb'.repeat(20)}` },
    caps: { call: MANY, session: MANY, day: MANY, ...caps },
    isConfigured: false,
    order: {
      request: { fingerprint: id, method: 'GET', url, headers: {}, body: null },
      offer: { x402Version: 2, resource: { url }, extensions: {} },
      requirement: { scheme: 'exact', network, offered: {} },
      authorization: {
        from: '0xaa',
        to: '0xbb',
        value: '1000',
        validAfter: '0',
        validBefore: '1893456000',
        nonce: '0x1',
      },
      header: null,
    },
  };
}
