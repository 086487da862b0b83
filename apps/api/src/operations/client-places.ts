import { systemClock, type Clock } from '@stackcheck/contract';
import { clientKeys } from '@stackcheck/payment-x402/refusals';
import type { NoPlace, Place } from './overload-gate';

/** Below this a share would refuse ordinary use: a browser opens six connections to one host. */
const SHARE_MIN = 8;

/** A holder that has had its place for less long is not asked to give way. */
const GRACE_MS = 1_000;

interface Held {
  readonly own: string;
  readonly sinceMs: number;
  readonly giveWay: () => void;
  readonly leave: () => void;
}

/**
 * A limited number of places, of which one client cannot take all. While half of them are free, every request gets one, because
 * an undeclared proxy, or an office behind one address, counts as one client, too. From then on a client is granted a quarter
 * of all, and the /48 of an IPv6 address (its own key is the /64) half of them. When all places are taken, one of the holders that
 * can give way does: of the clients with most places, the holder that has had its place for longest. So a few clients together
 * do not keep the others out either.
 */
export class ClientPlaces {
  private readonly byKey = new Map<string, number>();
  private taken = 0;
  /** Those who can give way, the oldest first. */
  private readonly givingWay = new Set<Held>();
  private readonly share: number;
  private readonly half: number;

  constructor(
    private readonly max: number,
    private readonly clock: Pick<Clock, 'monotonic'> = systemClock,
  ) {
    this.share = Math.max(SHARE_MIN, Math.ceil(max / 4));
    this.half = Math.ceil(max / 2);
  }

  get inUse(): number {
    return this.taken;
  }

  get isFull(): boolean {
    return this.taken >= this.max;
  }

  /**
   * @param client address as the refusal limit takes it
   * @param giveWay ends what the place is held for; the place is free by then
   */
  take(client: string, giveWay?: () => void): Place | NoPlace {
    const { own, site } = clientKeys(client);
    if (this.taken >= this.half) {
      if (this.of(own) >= this.share) return this.isFull ? 'full' : 'client_full';
      if (site !== null && this.of(site) >= Math.max(this.share, this.half))
        return this.isFull ? 'full' : 'client_full';
    }
    if (this.isFull) this.makeRoom();
    if (this.isFull) return 'full';
    const keys = site === null ? [own] : [own, site];
    this.taken++;
    for (const key of keys) this.byKey.set(key, this.of(key) + 1);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.taken--;
      for (const key of keys) this.leave(key);
      if (held) this.givingWay.delete(held);
    };
    const held = giveWay && { own, sinceMs: this.clock.monotonic(), giveWay, leave };
    if (held) this.givingWay.add(held);
    return { leave };
  }

  private makeRoom(): void {
    const before = this.clock.monotonic() - GRACE_MS;
    let last: Held | undefined;
    for (const held of this.givingWay)
      if (held.sinceMs <= before && (!last || this.of(held.own) > this.of(last.own))) last = held;
    last?.leave();
    last?.giveWay();
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
