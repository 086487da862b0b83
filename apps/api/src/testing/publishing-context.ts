import { atomicToUsd } from '@stackcheck/contract';
import { callerDatasets, descriptorOf } from '@stackcheck/datasets/registry';
import { priceOf } from '../sale/payments/priced-routes';
import { RECORDED_ANSWERS, type PublishingContext } from '../published/context';
import { ROUTES } from '../composition/routes';

/** The catalogue as a service at an address of its own would publish it, with payments off and the usual prices. */
export function samplePublishing(changes: Partial<PublishingContext> = {}): PublishingContext {
  return {
    baseUrl: 'https://api.example.com',
    routes: ROUTES,
    priceUsd: (route) => atomicToUsd(priceOf(route, {})),
    paymentNotice: '',
    l402: false,
    terms: undefined,
    contact: { email: 'security@example.com', url: 'https://example.com/contact' },
    datasets: callerDatasets().map((id) => descriptorOf(id)),
    answers: RECORDED_ANSWERS,
    ...changes,
  };
}
