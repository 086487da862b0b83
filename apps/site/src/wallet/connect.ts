import type { Signer } from '@stackcheck/buyer';
import { networkOf } from '@stackcheck/payment-x402/wire';
import type { Provider } from './provider';

/**
 * Asks a wallet for an account and for the network of the offer, and gives what signs with it. Nothing is signed yet.
 * @param network CAIP-2
 * @throws Error with a sentence for a person
 */
export async function connect(provider: Provider, network: string): Promise<Signer> {
  const chainId = `0x${(networkOf(network)?.chainId ?? 0).toString(16)}`;
  const [account] = (await asked(provider, 'eth_requestAccounts', [], NO_ACCOUNT)) as readonly unknown[];
  if (typeof account !== 'string') throw new Error(NO_ACCOUNT);
  if ((await asked(provider, 'eth_chainId', [], NO_NETWORK)) !== chainId)
    await asked(provider, 'wallet_switchEthereumChain', [{ chainId }], NO_NETWORK);
  return {
    address: account,
    async signTypedData({ domain, types, primaryType, message }) {
      // EIP-712 as JSON has whole numbers as text, and names the members of the domain.
      const data = { domain, types: { EIP712Domain, ...types }, primaryType, message };
      const text = JSON.stringify(data, (_name, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      );
      return String(await asked(provider, 'eth_signTypedData_v4', [account, text], NO_SIGNATURE));
    },
  };
}

const EIP712Domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

const NO_ACCOUNT = 'the wallet gave no account, so nothing was charged';
const NO_NETWORK =
  'the wallet is not on the network of the offer, so nothing was charged; choose it in the wallet, then try again';
const NO_SIGNATURE = 'the wallet did not sign, so nothing was charged';

/** Codes of EIP-1193 and EIP-3085 that a person can do something about. */
const REASONS: Readonly<Record<number, string>> = {
  4001: 'you refused in the wallet, and nothing was charged',
  4902: 'the wallet does not know the network of the offer, so nothing was charged; add it there, then try again',
  [-32002]: 'the wallet waits for an answer to an earlier question: open its window',
};

/** A wallet answers with objects that are no errors, and words of its own. */
async function asked(
  provider: Provider,
  method: string,
  params: readonly unknown[],
  otherwise: string,
): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (cause) {
    const { code } = (cause ?? {}) as { readonly code?: unknown };
    throw new Error((typeof code === 'number' && REASONS[code]) || otherwise, { cause });
  }
}
