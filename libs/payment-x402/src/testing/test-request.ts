import type { FacilitatorRequest } from '../facilitator/facilitator';
import { facilitatorRequest } from '../facilitator/facilitator-request';
import { SAMPLE_RESOURCE } from './gate-harness';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from './sample-terms';
import { signTestPayment, type TestPaymentOptions } from './sign-test-payment';

/** A payment on the sample terms as the gate puts it to a facilitator; a good one, but for what is changed. */
export function testRequest(nowMs: number, change: Partial<TestPaymentOptions> = {}): FacilitatorRequest {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const value = change.value ?? SAMPLE_ROUTE.price;
  const validBefore = change.validBefore ?? BigInt(nowSeconds + 60);
  const { payload, payer, nonce } = signTestPayment({
    terms: SAMPLE_TERMS,
    route: SAMPLE_ROUTE,
    resourceUrl: SAMPLE_RESOURCE,
    nowSeconds,
    validBefore,
    ...change,
  });
  const { network, asset, payTo } = SAMPLE_TERMS;
  return facilitatorRequest(SAMPLE_TERMS, {
    x402Version: change.x402Version ?? 2,
    payload,
    key: { network, asset: asset.toLowerCase(), payer: payer.toLowerCase(), nonce },
    payTo,
    value,
    validBefore: Number(validBefore),
    resourceUrl: SAMPLE_RESOURCE,
    description: '',
  });
}
