import { clientKeys } from '@stackcheck/payment-x402';
import type { NoPlace, Place } from '../http/overload-gate';

/** Below this a share would refuse ordinary use: a browser opens six connections to one host. */
const SHARE_MIN = 8;

/**
 * A limited number of places, of which one client cannot take all. While half of them are free, whoever comes gets one: a
 * proxy that was not declared, or an office behind one address, is one client, too. From then on a client is granted a quarter
 * of all, and the /48 of an IPv6 address (its own key is the /64) half of them.
 */
export class ClientPlaces {
  private readonly byKey = new Map<string, number>();
  private taken = 0;
  private readonly share: number;
  private readonly half: number;

  constructor(private readonly max: number) {
    this.share = Math.max(SHARE_MIN, Math.ceil(max / 4));
    this.half = Math.ceil(max / 2);
  }

  get inUse(): number {
    return this.taken;
  }

  get isFull(): boolean {
    return this.taken >= this.max;
  }

  /** @param client address as the refusal limit takes it */
  take(client: string): Place | NoPlace {
    if (this.isFull) return 'full';
    const { own, site } = clientKeys(client);
    if (this.taken >= this.half) {
      if (this.of(own) >= this.share) return 'client_full';
      if (site !== null && this.of(site) >= Math.max(this.share, this.half)) return 'client_full';
    }
    const keys = site === null ? [own] : [own, site];
    this.taken++;
    for (const key of keys) this.byKey.set(key, this.of(key) + 1);
    let left = false;
    return {
      leave: () => {
        if (left) return;
        left = true;
        this.taken--;
        for (const key of keys) this.leave(key);
      },
    };
  }

  private of(key: string): number {
    return this.byKey.get(key) ?? 0;
  }

  private leave(key: string): void {
    const count = this.of(key) - 1;
    if (count === 0) this.byKey.delete(key);
    else this.byKey.set(key, count);
  }
}
