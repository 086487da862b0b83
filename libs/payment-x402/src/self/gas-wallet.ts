import { computeAddress, SigningKey, Transaction } from 'ethers';
import type { Fees } from './fees';

/** What a transaction of the wallet does. */
export interface WalletCall {
  readonly to: string;
  readonly data: string;
  readonly gasLimit: bigint;
}

/** A signed transaction. */
export interface SignedTransaction {
  readonly hash: string;
  readonly raw: string;
}

/** A key with ether that pays for transactions. It shows its address and nothing else. */
export interface GasWallet {
  /** Checksummed. */
  readonly address: string;
  sign(chainId: number, nonce: number, call: WalletCall, fees: Fees): SignedTransaction;
}

/**
 * A wallet of one private key.
 * @param privateKey 32 bytes, `0x` and hex
 * @throws TypeError, without quoting it, when it is no key
 */
export function createGasWallet(privateKey: string): GasWallet {
  const key = readKey(privateKey);
  return {
    address: computeAddress(key.publicKey),
    sign(chainId, nonce, { to, data, gasLimit }, fees) {
      const transaction = Transaction.from({ type: 2, chainId, nonce, to, data, gasLimit, value: 0n, ...fees });
      transaction.signature = key.sign(transaction.unsignedHash);
      return { hash: transaction.hash!, raw: transaction.serialized };
    },
  };
}

/** What a signed transaction does and bids, read back from its bytes. */
export function readSigned(raw: string): { readonly call: WalletCall; readonly fees: Fees } {
  const { to, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw);
  return {
    call: { to: to!, data, gasLimit },
    fees: { maxFeePerGas: maxFeePerGas!, maxPriorityFeePerGas: maxPriorityFeePerGas! },
  };
}

/**
 * What is wrong with the bytes of a transaction that a wallet is said to have signed; null when they are what is said of them.
 * @param said `wallet` is its address, in any case
 */
export function signedFault(
  raw: string,
  said: { readonly chainId: number; readonly wallet: string; readonly nonce: number; readonly hash: string },
): string | null {
  let transaction: Transaction;
  try {
    transaction = Transaction.from(raw);
  } catch {
    return 'is no transaction';
  }
  if (transaction.hash !== said.hash) return 'has another hash';
  if (transaction.from?.toLowerCase() !== said.wallet.toLowerCase()) return 'is signed by another wallet';
  if (transaction.nonce !== said.nonce) return 'has another nonce';
  return transaction.chainId === BigInt(said.chainId) ? null : 'is of another chain';
}

function readKey(privateKey: string): SigningKey {
  // A check by hand: the library's own error quotes its argument.
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) throw new TypeError('a gas key is 0x and 64 hex digits');
  try {
    const key = new SigningKey(privateKey);
    computeAddress(key.publicKey);
    return key;
  } catch {
    throw new TypeError('the gas key is no key of the curve secp256k1');
  }
}
