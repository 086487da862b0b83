import { wipeSignature } from './wipe-signature';

const AUTHORIZATION = { from: '0x1', nonce: '0x2' };

it('takes the signature out of a payload and keeps all else', () => {
  const payload = { x402Version: 2, payload: { signature: '0xabcd', authorization: AUTHORIZATION } };

  expect(wipeSignature(payload)).toEqual({
    x402Version: 2,
    payload: { signature: '0x', authorization: AUTHORIZATION },
  });
  expect(payload.payload.signature).toBe('0xabcd');
});

it.each([null, undefined, 'text', 7, {}, { payload: null }, { payload: 'text' }, { payload: 7 }, { x402Version: 1 }])(
  'leaves %j, which holds none, as it is',
  (payload) => expect(wipeSignature(payload)).toEqual(payload),
);
