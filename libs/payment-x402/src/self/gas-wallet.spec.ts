import { Transaction, Wallet } from 'ethers';
import { createGasWallet, readSigned, signedFault } from './gas-wallet';

const KEY = `0x${'5e'.repeat(32)}`;
const CALL = { to: `0x${'a5'.repeat(20)}`, data: '0x1234', gasLimit: 190_000n };
const FEES = { maxFeePerGas: 2_000n, maxPriorityFeePerGas: 10n };
const wallet = createGasWallet(KEY);
const { raw, hash } = wallet.sign(8453, 7, CALL, FEES);
const SAID = { chainId: 8453, wallet: wallet.address, nonce: 7, hash };

it('a transaction is one of fees by gas, from the wallet, for nothing but its gas', () => {
  const signed = Transaction.from(raw);

  expect(wallet.address).toBe(new Wallet(KEY).address);
  expect(signed).toMatchObject({ type: 2, from: wallet.address, nonce: 7, chainId: 8453n, value: 0n, hash });
  expect(readSigned(raw)).toEqual({ call: { ...CALL, to: signed.to }, fees: FEES });
});

it.each<[string, string, Partial<typeof SAID>, string | null]>([
  ['what is said of them', raw, {}, null],
  ['those of a wallet in another case', raw, { wallet: wallet.address.toLowerCase() }, null],
  ['no transaction', '0x02ff', {}, 'is no transaction'],
  ['no bytes', '0x', {}, 'is no transaction'],
  ['those of another hash', raw, { hash: `0x${'00'.repeat(32)}` }, 'has another hash'],
  ['those of another wallet', raw, { wallet: CALL.to }, 'is signed by another wallet'],
  ['those of another nonce', raw, { nonce: 8 }, 'has another nonce'],
  ['those of another chain', raw, { chainId: 84532 }, 'is of another chain'],
  ['not signed', Transaction.from(raw).unsignedSerialized, { hash: unsignedHash() }, 'is signed by another wallet'],
])('bytes that are %s', (_what, bytes, said, fault) => {
  expect(signedFault(bytes, { ...SAID, ...said })).toBe(fault);
});

it.each([
  ['too short', `0x${'5e'.repeat(31)}`],
  ['too long', `0x${'5e'.repeat(33)}`],
  ['with more before it', `a0x${'5e'.repeat(32)}`],
  ['no hex', `0x${'zz'.repeat(32)}`],
  ['without its sign', '5e'.repeat(32)],
])('a key that is %s is none, and is not quoted', (_what, key) => {
  expect(() => createGasWallet(key)).toThrow(new TypeError('a gas key is 0x and 64 hex digits'));
});

it.each([
  ['nought', `0x${'00'.repeat(32)}`],
  ['beyond the order of the curve', `0x${'ff'.repeat(32)}`],
])('a key that is %s is none of the curve', (_what, key) => {
  expect(() => createGasWallet(key)).toThrow(new TypeError('the gas key is no key of the curve secp256k1'));
});

it('shows nothing of its key', () => {
  expect(JSON.stringify(wallet)).not.toContain('5e5e');
  expect(Object.keys(wallet)).toEqual(['address', 'sign']);
});

/** Null: what is not signed has none. */
function unsignedHash(): string {
  return Transaction.from(Transaction.from(raw).unsignedSerialized).hash as unknown as string;
}
