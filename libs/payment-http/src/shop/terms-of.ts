import { networkOf, type PaymentTerms } from '@stackcheck/payment-x402/terms';
import { getAddress } from 'ethers';
import { badOption, type ShopOptions } from './shop-options';

/** What is paid with and to whom. @throws ShopError of code `option` */
export function termsOf({ network, payTo }: Pick<ShopOptions, 'network' | 'payTo'>): PaymentTerms {
  const known = networkOf(network) ?? badOption('network', 'must be eip155:8453 (Base) or eip155:84532 (Base Sepolia)');
  return {
    network: known.caip2,
    networkName: known.name,
    chainId: known.chainId,
    asset: known.usdc,
    assetName: known.domainName,
    assetVersion: known.domainVersion,
    payTo: addressOf(payTo),
  };
}

function addressOf(payTo: string): string {
  try {
    return getAddress(payTo);
  } catch (cause) {
    return badOption(
      'payTo',
      'must be an address: 0x and 40 hexadecimal digits, whose checksum holds if it has one',
      cause,
    );
  }
}

/** The base URL without a slash at its end. @throws ShopError of code `option` */
export function baseUrlOf({ baseUrl }: Pick<ShopOptions, 'baseUrl'>): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    return badOption('baseUrl', 'must be an absolute http or https URL without query, fragment and credentials');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
