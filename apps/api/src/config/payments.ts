import type { PaymentTerms } from '@stackcheck/payment-x402';
import { getAddress, isAddress, ZeroAddress } from 'ethers';
import type { FacilitatorConfig } from '@stackcheck/payment-http/facilitators';
import { readFacilitators } from './facilitators';
import { readGas, refuseGas, type GasConfig, type GasVariables } from './gas';
import { checkUrl } from './urls';
import { networkOf } from '@stackcheck/payment-x402/terms';

/** How the API is paid. `off` answers every paid route with 503 `payments_unconfigured`. */
export type PaymentsConfig =
  | { readonly mode: 'off' }
  | { readonly mode: 'sandbox'; readonly terms: PaymentTerms }
  | {
      readonly mode: 'facilitator';
      readonly terms: PaymentTerms;
      /** In order of preference. */
      readonly facilitators: readonly [FacilitatorConfig, ...FacilitatorConfig[]];
      readonly rpcUrls: readonly string[];
    }
  | {
      readonly mode: 'self';
      readonly terms: PaymentTerms;
      /** At least one. */
      readonly rpcUrls: readonly string[];
      readonly gas: GasConfig;
    };

/** Payments that are worth what they say: settled on the network they name. */
export type RealPayments = Extract<PaymentsConfig, { readonly mode: 'facilitator' | 'self' }>;

/** Whether money moves. */
export function isReal(payments: PaymentsConfig): payments is RealPayments {
  return payments.mode === 'facilitator' || payments.mode === 'self';
}

/** The variables that payments are configured with; one that is absent is not set. */
export interface PaymentVariables extends GasVariables {
  readonly PAYMENTS_MODE?: PaymentsConfig['mode'];
  readonly NETWORK?: string;
  readonly FACILITATOR_URL?: string;
  readonly FACILITATOR_TOKEN?: string;
  readonly FACILITATOR_AUTH?: string;
  readonly CDP_API_KEY_ID?: string;
  readonly CDP_API_KEY_SECRET?: string;
  readonly PAY_TO?: string;
  readonly ASSET?: string;
  readonly RPC_URL?: string;
  readonly SANCTIONS?: string;
}

/** An address without a key (the EIP-55 form of 0x…8402): the sandbox settles nothing. */
const SANDBOX_PAY_TO = getAddress('0x0000000000000000000000000000000000008402');

const REAL_MONEY = 'eip155:8453';

/** Reads the variables of payments as a whole. */
export function readPayments(variables: PaymentVariables, faults: string[], warnings: string[]): PaymentsConfig {
  const { FACILITATOR_URL, PAY_TO } = variables;
  const mode = variables.PAYMENTS_MODE ?? (FACILITATOR_URL ? 'facilitator' : 'off');
  if (mode !== 'self') refuseGas(variables, faults);
  if (mode === 'off') {
    if (PAY_TO && !variables.PAYMENTS_MODE)
      warnings.push('PAY_TO is set and payments are off: set PAYMENTS_MODE and FACILITATOR_URL, or PAYMENTS_MODE=off');
    return { mode };
  }
  const network = networkOf(variables.NETWORK ?? (mode === 'sandbox' ? 'eip155:84532' : REAL_MONEY));
  if (!network) return { mode: 'off' };
  const asset = checkAddress('ASSET', variables.ASSET ?? network.usdc, faults);
  if (asset && asset !== network.usdc) {
    faults.push(`ASSET must be the USDC of ${network.caip2}, ${network.usdc}`);
  }
  const terms = (payTo: string): PaymentTerms => ({
    network: network.caip2,
    networkName: network.name,
    chainId: network.chainId,
    asset: network.usdc,
    assetName: network.domainName,
    assetVersion: network.domainVersion,
    payTo,
  });
  if (mode === 'sandbox') {
    if (network.caip2 !== 'eip155:84532') faults.push('NETWORK must be eip155:84532 when PAYMENTS_MODE is sandbox');
    const payTo = PAY_TO ? checkAddress('PAY_TO', PAY_TO, faults, warnings) : SANDBOX_PAY_TO;
    return { mode, terms: terms(payTo ?? SANDBOX_PAY_TO) };
  }
  if (!PAY_TO || (mode === 'facilitator' && !FACILITATOR_URL)) return unconfigured(variables, mode, faults, warnings);
  const isRealMoney = network.caip2 === REAL_MONEY;
  // Money sent to a mistyped address is gone, and without a checksum the mistake does not show.
  const payTo = checkAddress('PAY_TO', PAY_TO, faults, isRealMoney ? faults : warnings);
  const rpcUrls = readRpcUrls(variables.RPC_URL, faults);
  if (isRealMoney) warnOfRealMoney(variables, rpcUrls, warnings);
  if (mode === 'self') {
    if (FACILITATOR_URL) faults.push('FACILITATOR_URL must not be set when PAYMENTS_MODE is self');
    if (rpcUrls.length === 0) faults.push('RPC_URL must be set when PAYMENTS_MODE is self, best to two nodes');
    const gas = readGas(variables, payTo, faults);
    return gas ? { mode, terms: terms(payTo ?? ZeroAddress), rpcUrls, gas } : { mode: 'off' };
  }
  return {
    mode,
    terms: terms(payTo ?? ZeroAddress),
    facilitators: readFacilitators(variables, network.caip2, faults),
    rpcUrls,
  };
}

/** An operator who asks for real payments by name wants them; one who only names a facilitator may not be finished yet. */
function unconfigured(
  variables: PaymentVariables,
  mode: RealPayments['mode'],
  faults: string[],
  warnings: string[],
): PaymentsConfig {
  const names = mode === 'self' ? (['PAY_TO'] as const) : (['PAY_TO', 'FACILITATOR_URL'] as const);
  const missing = names.filter((name) => !variables[name]).join(' and ');
  if (variables.PAYMENTS_MODE) faults.push(`${missing} must be set when PAYMENTS_MODE is ${mode}`);
  else warnings.push(`payments are unconfigured (${missing} not set): paid routes answer 503`);
  return { mode: 'off' };
}

function readRpcUrls(text = '', faults: string[]): readonly string[] {
  const urls = text
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean);
  for (const url of urls) checkUrl('RPC_URL', url, faults);
  return urls;
}

function warnOfRealMoney({ SANCTIONS }: PaymentVariables, rpcUrls: readonly string[], warnings: string[]): void {
  if (rpcUrls.length === 0)
    warnings.push(
      'RPC_URL is not set: a settlement in doubt is never looked up on the chain, nor is the clock compared with it',
    );
  if (SANCTIONS !== 'required')
    warnings.push(
      'SANCTIONS is not required: payers are not screened while no block list is there, as after a lost data folder',
    );
}

/** An address in its EIP-55 form. Written without one, a typing error cannot be seen, which is reported to `unsummed`. */
function checkAddress(name: string, text: string, faults: string[], unsummed: string[] = []): string | undefined {
  const address = isAddress(text) && text.startsWith('0x') ? getAddress(text) : ZeroAddress;
  if (address === ZeroAddress) {
    faults.push(`${name} must be a non-zero 0x address of 20 bytes with a right EIP-55 checksum`);
    return undefined;
  }
  if (address !== text)
    unsummed.push(`${name} is written without its EIP-55 checksum; if it means ${address}, write it so`);
  return address;
}
