/** A wallet in this browser, as EIP-1193 has it. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet that announced itself (EIP-6963). */
export interface Wallet {
  /** Unique on this page. */
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
}

/**
 * Reports the wallets of this browser, now and whenever one more announces itself (EIP-6963). Where none does, `window.ethereum` of a wallet that is
 * older than that.
 */
export function watchWallets(report: (wallets: readonly Wallet[]) => void): void {
  const announced = new Map<string, Wallet>();
  const current = (): readonly Wallet[] => (announced.size > 0 ? [...announced.values()] : injected());
  window.addEventListener('eip6963:announceProvider', (event) => {
    const wallet = walletIn((event as CustomEvent<unknown>).detail);
    if (wallet === undefined || announced.has(wallet.id)) return;
    announced.set(wallet.id, wallet);
    report(current());
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  report(current());
}

function walletIn(detail: unknown): Wallet | undefined {
  const { info, provider } = (detail ?? {}) as {
    readonly info?: Record<string, unknown>;
    readonly provider?: Provider;
  };
  const { uuid, name } = info ?? {};
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof provider?.request !== 'function') return undefined;
  return { id: uuid, name: name.slice(0, 60), provider };
}

function injected(): readonly Wallet[] {
  const { ethereum: provider } = window as { readonly ethereum?: Provider };
  return typeof provider?.request === 'function'
    ? [{ id: 'injected', name: 'the wallet of this browser', provider }]
    : [];
}
