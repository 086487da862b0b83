import { randomBytes } from 'node:crypto';
import type { PrivateKeyAccount } from 'viem/accounts';
import { type Buy, encodeHeader, toPurchase } from '@stackcheck/demo';

/** The entry of `accepts` that a v1 client reads from the body of a 402 (x402 version 1, PaymentRequirements). */
export interface V1Requirements {
  readonly scheme: string;
  readonly network: string;
  readonly maxAmountRequired: string;
  readonly resource: string;
  readonly description: string;
  readonly mimeType: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly asset: string;
  readonly extra: { readonly name: string; readonly version: string };
}

const CHAIN_IDS: Readonly<Record<string, number>> = { base: 8453, 'base-sepolia': 84532 };

const TRANSFER_WITH_AUTHORIZATION = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;

/**
 * A buyer of protocol version 1, built to the wire format: it knows nothing of v2, reads the offer from the body of the 402 and
 * pays in X-PAYMENT. Throws when the body holds no v1 offer that a strict v1 client would take.
 */
export function createV1Buyer(account: PrivateKeyAccount): Buy {
  return async (url, init) => {
    const first = await fetch(url, init);
    if (first.status !== 402) return toPurchase(first, undefined);
    const payment = { 'X-PAYMENT': await signV1Payment(account, readV1Offer(await first.json()), Date.now()) };
    const headers = { ...(init?.headers as Record<string, string>), ...payment };
    return toPurchase(await fetch(url, { ...init, headers }), payment);
  };
}

/** The header value of a v1 payment of exactly what is asked, valid from ten minutes ago, as the official v1 client signs. */
export async function signV1Payment(account: PrivateKeyAccount, asked: V1Requirements, nowMs: number): Promise<string> {
  const now = Math.floor(nowMs / 1000);
  const authorization = {
    from: account.address,
    to: asked.payTo as `0x${string}`,
    value: asked.maxAmountRequired,
    validAfter: String(now - 600),
    validBefore: String(now + asked.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}` as const,
  };
  const signature = await account.signTypedData({
    domain: {
      name: asked.extra.name,
      version: asked.extra.version,
      chainId: CHAIN_IDS[asked.network] ?? 0,
      verifyingContract: asked.asset as `0x${string}`,
    },
    types: { TransferWithAuthorization: TRANSFER_WITH_AUTHORIZATION },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  });
  return encodeHeader({
    x402Version: 1,
    scheme: asked.scheme,
    network: asked.network,
    payload: { signature, authorization },
  });
}

/** The first entry of a v1 offer, as strict as the official v1 client: each field present, the resource an absolute URL. */
export function readV1Offer(body: unknown): V1Requirements {
  const { x402Version, accepts } = body as { x402Version?: unknown; accepts?: readonly V1Requirements[] };
  const entry = accepts?.[0];
  if (x402Version !== 1 || !entry) throw new Error('the body of the 402 holds no v1 offer');
  const texts = [
    'scheme',
    'network',
    'maxAmountRequired',
    'resource',
    'description',
    'mimeType',
    'payTo',
    'asset',
  ] as const;
  for (const field of texts) {
    if (typeof entry[field] !== 'string') throw new Error(`the v1 offer has no text in "${field}"`);
  }
  if (!/^\d+$/.test(entry.maxAmountRequired))
    throw new Error('maxAmountRequired is not a whole number of atomic units');
  if (!Number.isInteger(entry.maxTimeoutSeconds)) throw new Error('maxTimeoutSeconds is not an integer');
  if (!CHAIN_IDS[entry.network]) throw new Error(`"${entry.network}" is not a v1 network name`);
  if (!entry.extra?.name || !entry.extra.version) throw new Error('the v1 offer does not name the EIP-712 domain');
  if ('outputSchema' in entry && (entry.outputSchema === null || typeof entry.outputSchema !== 'object')) {
    throw new Error('outputSchema must be an object or absent');
  }
  new URL(entry.resource);
  return entry;
}
