/** What is paid with and to whom. */
export interface PaymentTerms {
  /** CAIP-2, e.g. `eip155:8453`. */
  readonly network: string;
  /** v1 name, e.g. `base`. */
  readonly networkName: string;
  readonly chainId: number;
  /** Checksummed token address. */
  readonly asset: string;
  /** EIP-712 domain of the token. */
  readonly assetName: string;
  readonly assetVersion: string;
  /** Checksummed recipient. */
  readonly payTo: string;
}
