import { usdToAtomic } from '@stackcheck/contract';
import { networkOf } from '@stackcheck/payment-x402/wire';
import { html, type Html } from '@stackcheck/pictures/markup';
import type { ServiceView } from '../../catalogue/define-route';
import { readOffer } from '../sample-offer';

/** What is paid for. */
export interface WalletTerms {
  /** Absolute address of the call. */
  readonly url: string;
  /** US dollars. */
  readonly price: string;
}

const NETWORK_WORDS: Readonly<Record<string, string>> = {
  base: 'Base',
  'base-sepolia': 'Base Sepolia, a test network',
};

/** Where a script lets a wallet pay: the terms, which it holds every offer against. Hidden until then; nothing while payments are off. */
export function walletSection({ sampleOffer }: Pick<ServiceView, 'sampleOffer'>, { url, price }: WalletTerms): Html {
  const terms = sampleOffer && readOffer(sampleOffer).accepts[0];
  if (terms === undefined) return html``;
  const { network, payTo } = terms;
  const named = networkOf(network)?.name ?? '';
  return html`<section
    id="wallet"
    hidden="hidden"
    data-url="${url}"
    data-network="${network}"
    data-pay-to="${payTo}"
    data-amount="${usdToAtomic(price).toString()}"
  >
    <h2 id="with-wallet">Pay with a wallet</h2>
    <dl class="terms">
      <dt>Amount</dt>
      <dd>${price} USDC</dd>
      <dt>To</dt>
      <dd><code>${payTo}</code></dd>
      <dt>Network</dt>
      <dd>${NETWORK_WORDS[named] ?? network}</dd>
    </dl>
    <p class="small">
      Your wallet signs one transfer of this amount; no gas, and nothing else is allowed. What was signed is kept in
      this browser until it is answered, so that a reload asks again with the same payment and never with a second one.
    </p>
    <div id="wallets" class="wallets"></div>
    <div id="paid" role="status"></div>
  </section>`;
}
