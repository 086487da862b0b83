/** A network that payments can be made on, with its canonical USDC. Source: x402 exact/EVM, EIP-712 domain of the token. */
export interface Network {
  readonly caip2: string;
  /** x402 v1 name. */
  readonly name: string;
  readonly chainId: number;
  readonly usdc: string;
  readonly domainName: string;
  readonly domainVersion: string;
}

/** The domain name differs between the two: a signature made for one never holds on the other. */
export const NETWORKS: readonly Network[] = [
  {
    caip2: 'eip155:8453',
    name: 'base',
    chainId: 8453,
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domainName: 'USD Coin',
    domainVersion: '2',
  },
  {
    caip2: 'eip155:84532',
    name: 'base-sepolia',
    chainId: 84532,
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domainName: 'USDC',
    domainVersion: '2',
  },
];

/** The network with this x402 v1 name. */
export function networkNamed(name: string): Network | undefined {
  return NETWORKS.find((network) => network.name === name);
}

/** The network with this CAIP-2 id. */
export function networkOf(caip2: string): Network | undefined {
  return NETWORKS.find((network) => network.caip2 === caip2);
}
