import type { BuyerRequest } from '@stackcheck/buyer';
import { element, found, status } from '../dom/element';
import { run, sentenceOf } from '../dom/run';
import { connect } from './connect';
import type { PaidAnswer } from './kept-answers';
import { watchWallets, type Wallet } from './provider';
import { openTill, type Terms } from './till';

/** What a panel pays for. */
export interface PanelDeps {
  /** The request as it stands when a wallet is chosen. */
  readonly request: () => BuyerRequest;
  readonly show: (answer: PaidAnswer) => Node;
}

/** The part of a page that pays: a button for each wallet, and the answer below. */
export function openPanel(panel: HTMLElement, { request, show }: PanelDeps): void {
  const wallets = found('wallets', HTMLElement);
  const result = found('paid', HTMLElement);
  const terms = termsOf(panel);
  const till = openTill(terms);
  panel.hidden = false;
  watchWallets((all) => {
    wallets.replaceChildren(...(all.length === 0 ? [noWallet()] : all.map(walletButton)));
  });

  function walletButton({ name, provider }: Wallet): HTMLElement {
    const button = element('button', { type: 'button' }, `Pay with ${name}`);
    button.addEventListener('click', () => {
      result.replaceChildren(
        element('p', { class: 'big' }, status('Waiting for the wallet and the answer', 'unknown')),
      );
      void run(button, result, async () => {
        const answer = await till.buy(request(), await connect(provider, terms.network));
        button.textContent = `Pay again with ${name}`;
        button.className = 'again';
        return show(answer);
      });
    });
    return button;
  }
}

/** Where the answer of an earlier payment comes. */
export interface ResumeDeps {
  readonly place: HTMLElement;
  readonly show: (answer: PaidAnswer) => Node;
  /** Called where there is such a payment, before it is sent again. */
  readonly begun?: () => void;
}

/** A payment to this address that an earlier visit sent, and that was not answered, is sent again at once, without asking a wallet. */
export async function resumeInto(panel: HTMLElement, url: string, { place, show, begun }: ResumeDeps): Promise<void> {
  const till = openTill(termsOf(panel));
  for (const entry of await till.unanswered(url)) {
    begun?.();
    place.replaceChildren(element('p', { class: 'big' }, status('A payment of yours is open', 'unknown'), ASKED_AGAIN));
    try {
      place.replaceChildren(show(await till.resume(entry)));
    } catch (fault) {
      place.replaceChildren(element('p', { class: 'big' }, sentenceOf(fault)));
    }
  }
}

const ASKED_AGAIN = ': the same one is sent again, and no other is signed.';

function noWallet(): HTMLElement {
  const words = 'No wallet announces itself in this browser. Install one that holds USDC, or pay with any x402 client.';
  return element('p', {}, words);
}

/** What the server wrote into the panel. */
function termsOf({ dataset }: HTMLElement): Terms {
  const { network = '', payTo = '', amount = '0' } = dataset;
  return { network, payTo, amount: BigInt(amount) };
}
