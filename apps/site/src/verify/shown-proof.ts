import type { Claim } from '@stackcheck/signing/web/answer';
import { element, status, table } from '../dom/element';
import { prove, type Proof } from './prove';
import type { SavedAnswer } from './saved-answer';

/**
 * What is proven of an answer, by which key, and what is not.
 * @throws as {@link prove}
 */
export async function shownProof(answer: SavedAnswer, url: string, given?: readonly unknown[]): Promise<HTMLElement> {
  return showProof(await prove(answer, url, given));
}

function showProof({ proven, claims, hasReceipt }: Proof): HTMLElement {
  if (claims.length === 0) {
    return element(
      'p',
      { class: 'big' },
      status('Nothing to verify', 'unknown'),
      ': this is no answer of this service. Paste the whole output of curl -i, or the body as it came.',
    );
  }
  const verdict = proven
    ? element(
        'p',
        { class: 'big' },
        status('Proven', 'supported'),
        hasReceipt ? '' : ': the data; no receipt was saved with it',
      )
    : element('p', { class: 'big' }, status('Not proven', 'eol'), ': do not rely on this answer');
  const rows = claims.map((claim) => [
    WHAT[claim.subject],
    claim.proven ? status('proven', 'supported') : status('not proven', 'eol'),
    element('span', {}, claim.snapshotId === null ? '' : element('code', {}, claim.snapshotId), byOrWhy(claim)),
  ]);
  return element('div', {}, verdict, table('What the answer says of itself', ['Claim', 'Verdict', 'By'], rows));
}

const WHAT: Readonly<Record<Claim['subject'], string>> = {
  receipt: 'The service gave these very bytes for this address and this payment',
  snapshot: 'It was computed from this data',
  content: 'The download is the data of this name',
  delta: 'The changes lead to the data of this name',
};

function byOrWhy({ keyId, fault }: Claim): HTMLElement {
  return keyId === null
    ? element('span', {}, ` ${fault ?? ''}`)
    : element('span', {}, ' key ', element('code', {}, keyId));
}
