import { type CdpKey, readCdpKey, type FacilitatorConfig } from '@stackcheck/payment-http/facilitators';
import { checkUrl, hostOf } from './urls';

type Values = Readonly<
  Partial<
    Record<
      'FACILITATOR_URL' | 'FACILITATOR_AUTH' | 'FACILITATOR_TOKEN' | 'CDP_API_KEY_ID' | 'CDP_API_KEY_SECRET',
      string | undefined
    >
  >
>;

/**
 * Reads FACILITATOR_URL, a comma list whose first entry is preferred, with FACILITATOR_AUTH and FACILITATOR_TOKEN by
 * position. One token is never spread over several facilitators: each would learn what opens the others.
 */
export function readFacilitators(
  values: Values,
  network: string,
  faults: string[],
): readonly [FacilitatorConfig, ...FacilitatorConfig[]] {
  const urls = list(values.FACILITATOR_URL).map((url) => checkUrl('FACILITATOR_URL', url, faults));
  if (network === 'eip155:8453' && urls.some((url) => /(^|\.)x402\.org$/.test(hostOf(url))))
    faults.push('FACILITATOR_URL is a test-network facilitator; it cannot settle on eip155:8453');
  if (new Set(urls).size < urls.length) faults.push('FACILITATOR_URL names a facilitator twice');

  const kinds = list(values.FACILITATOR_AUTH ?? 'bearer');
  if (kinds.some((kind) => kind !== 'bearer' && kind !== 'cdp')) faults.push('FACILITATOR_AUTH must be bearer or cdp');
  if (kinds.length > 1 && kinds.length !== urls.length)
    faults.push('FACILITATOR_AUTH must have one entry for all facilitators, or one for each of FACILITATOR_URL');
  const tokens = list(values.FACILITATOR_TOKEN ?? '');
  if (tokens.length !== urls.length && tokens.some(Boolean))
    faults.push('FACILITATOR_TOKEN must have an entry, perhaps an empty one, for each of FACILITATOR_URL');

  checkCredentials(values, kinds, urls, faults);

  const cdpKey = kinds.includes('cdp') ? readKey(values, faults) : undefined;
  const [first, ...others] = urls.map((url, index): FacilitatorConfig => {
    const token = tokens[index] || undefined;
    if ((kinds[index] ?? kinds[0]) !== 'cdp')
      return { url, auth: token ? { kind: 'bearer', token } : { kind: 'none' } };
    if (token) faults.push('FACILITATOR_TOKEN is not used where FACILITATOR_AUTH is cdp; leave its entry empty');
    return { url, auth: cdpKey ? { kind: 'cdp', key: cdpKey } : { kind: 'none' } };
  });
  return [first!, ...others];
}

/** Credentials that are asked for and missing, or there and sent to no facilitator. */
function checkCredentials(
  { FACILITATOR_AUTH, FACILITATOR_TOKEN, CDP_API_KEY_ID, CDP_API_KEY_SECRET }: Values,
  kinds: readonly string[],
  urls: readonly string[],
  faults: string[],
): void {
  if (FACILITATOR_AUTH === 'bearer' && !FACILITATOR_TOKEN)
    faults.push('FACILITATOR_TOKEN must be set when FACILITATOR_AUTH is bearer; where none is needed, set neither');
  if ((CDP_API_KEY_ID || CDP_API_KEY_SECRET) && !kinds.includes('cdp'))
    faults.push('CDP_API_KEY_ID and CDP_API_KEY_SECRET are not used unless FACILITATOR_AUTH is cdp');
  const isCdp = (url: string): boolean => hostOf(url) === 'api.cdp.coinbase.com';
  if (urls.some((url, index) => isCdp(url) && (kinds[index] ?? kinds[0]) !== 'cdp'))
    faults.push('FACILITATOR_AUTH must be cdp for api.cdp.coinbase.com, with CDP_API_KEY_ID and CDP_API_KEY_SECRET');
}

/** At least one entry, since a list that is there has one. */
function list(text = ''): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function readKey(values: Values, faults: string[]): CdpKey | undefined {
  const [id, secret] = [values.CDP_API_KEY_ID, values.CDP_API_KEY_SECRET];
  if (!id || !secret) {
    faults.push('CDP_API_KEY_ID and CDP_API_KEY_SECRET (or its _FILE) must be set when FACILITATOR_AUTH is cdp');
    return undefined;
  }
  try {
    return readCdpKey(id, secret);
  } catch (error) {
    faults.push(`CDP_API_KEY_SECRET ${(error as TypeError).message}`);
    return undefined;
  }
}
