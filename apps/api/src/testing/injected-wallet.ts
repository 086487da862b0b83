import { Wallet, type TypedDataDomain, type TypedDataField } from 'ethers';

/** A browser's context, as far as a wallet needs it. */
interface Context {
  exposeFunction(name: string, callback: (call: Call) => Promise<unknown>): Promise<unknown>;
  addInitScript(script: string): Promise<unknown>;
}

/** A wallet that announces itself in each page of a context (EIP-6963), and signs with a real key. */
export interface InjectedWallet {
  readonly address: string;
  /** What pages asked it, in order. */
  readonly asked: string[];
  /** Whether its owner says no when asked for a signature. */
  refuses: boolean;
}

interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
}

interface TypedData {
  readonly domain: TypedDataDomain;
  readonly types: Record<string, TypedDataField[]>;
  readonly message: Record<string, unknown>;
}

/** On another network than the offer's until it is asked to switch. */
const MAINNET = '0x1';

/** Puts the wallet into all pages that the context opens from now on. */
export async function injectWallet(context: Context): Promise<InjectedWallet> {
  const account = Wallet.createRandom();
  const wallet: InjectedWallet = { address: account.address, asked: [], refuses: false };
  let chainId = MAINNET;
  await context.exposeFunction('askTestWallet', async ({ method, params = [] }: Call) => {
    wallet.asked.push(method);
    if (method === 'eth_requestAccounts') return { answer: [account.address] };
    if (method === 'eth_chainId') return { answer: chainId };
    if (method === 'wallet_switchEthereumChain') {
      ({ chainId } = params[0] as { chainId: string });
      return { answer: null };
    }
    if (method !== 'eth_signTypedData_v4') return { code: 4200 };
    if (wallet.refuses) return { code: 4001 };
    const { domain, types, message } = JSON.parse(String(params[1])) as TypedData;
    if (Number(domain.chainId) !== Number(chainId)) return { code: -32603 };
    // ethers adds the type of the domain itself.
    const { EIP712Domain: _own, ...named } = types;
    return { answer: await account.signTypedData(domain, named, message) };
  });
  await context.addInitScript(ANNOUNCE);
  return wallet;
}

const ANNOUNCE = `(() => {
  const provider = { request: async (call) => {
    const { answer, code } = await window.askTestWallet(call);
    if (code !== undefined) throw Object.assign({ message: 'words of the wallet' }, { code });
    return answer;
  } };
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: '<b>Test</b> Wallet', icon: '', rdns: 'example.wallet' };
  const announce = () => window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
  );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
})()`;
