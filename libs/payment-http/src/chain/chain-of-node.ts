/** A node answers for another chain than the one that payments are made on. */
export class OtherChain extends Error {
  override readonly name = 'OtherChain';
}

/**
 * Holds a node to its chain, since what another one knows of an authorization, a nonce or a block is worse than nothing: an address may hold the
 * same contract there. The node is asked with the first question, and again with each further one until it was right once.
 */
export class ChainOfNode {
  private asked: Promise<void> | undefined;

  /** @param ask its chain's id, hex (`eth_chainId`) */
  constructor(
    private readonly chainId: number,
    private readonly ask: () => Promise<unknown>,
  ) {}

  /** @throws OtherChain where it is another one; rejects as the node does where it does not say */
  async isOurs(): Promise<void> {
    this.asked ??= this.look();
    try {
      await this.asked;
    } catch (error) {
      this.asked = undefined;
      throw error;
    }
  }

  private async look(): Promise<void> {
    const said = Number(await this.ask());
    if (said === this.chainId) return;
    throw new OtherChain(`it is a node of chain ${said}, not of ${this.chainId}: correct RPC_URL or NETWORK`);
  }
}
