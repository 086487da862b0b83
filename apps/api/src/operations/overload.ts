import type { NoPlace, OverloadGate, Place, PlaceKind, TurnedAway } from './overload-gate';
import { ClientPlaces } from './client-places';

/** What the overload gate asks. */
export interface OverloadOptions {
  /** Requests with a payment that are worked on at once. Free routes and offers are not counted: the rest is theirs. */
  readonly paidInFlightMax: number;
  /** Bodies of such requests that are read at once, each of 64 KB at most; four times as many when absent. */
  readonly bodiesMax?: number;
  /** Whether payments are refused for another reason, e.g. a slow event loop. */
  readonly isShedding: () => boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const RETRY_SECONDS_MIN = 1;
const RETRY_SECONDS_MAX = 5;
const BODIES_PER_PLACE = 4;

/**
 * Refuses requests that bring a payment when there are too many of them, of all clients or of one. An offer costs next to
 * nothing and a free route little, so neither is refused here.
 */
export class Overload implements OverloadGate {
  /** How many places there are. */
  readonly limits: Readonly<Record<PlaceKind, number>>;
  private readonly places: Readonly<Record<PlaceKind, ClientPlaces>>;
  /** Since the start. */
  readonly turnedAway: Record<TurnedAway, number> = {
    busy: 0,
    client_share: 0,
    slow_body: 0,
    broken_body: 0,
    over_budget: 0,
  };

  constructor(private readonly options: OverloadOptions) {
    const { paidInFlightMax, bodiesMax = paidInFlightMax * BODIES_PER_PLACE } = options;
    this.limits = { body: bodiesMax, work: paidInFlightMax };
    this.places = { body: new ClientPlaces(bodiesMax), work: new ClientPlaces(paidInFlightMax) };
  }

  /** Whether no client would get a place now; then not even the payment is read. Counts the refusal if so. */
  sheds(): boolean {
    const sheds = this.options.isShedding() || this.places.work.isFull;
    if (sheds) this.turnedAway.busy++;
    return sheds;
  }

  /** Takes a place, or says why there is none. */
  takePlace(kind: PlaceKind, client: string, giveWay?: () => void): Place | NoPlace {
    const place = this.places[kind].take(client, giveWay);
    if (place === 'full') this.turnedAway.busy++;
    if (place === 'client_full') this.turnedAway.client_share++;
    return place;
  }

  /** Whole seconds, spread so that those who were refused together do not return together. */
  retryAfterSeconds(): number {
    return RETRY_SECONDS_MIN + Math.floor(this.options.random() * (RETRY_SECONDS_MAX - RETRY_SECONDS_MIN + 1));
  }

  /** Requests that are worked on. */
  get inFlight(): number {
    return this.places.work.inUse;
  }

  /** Bodies that are being received. */
  get receiving(): number {
    return this.places.body.inUse;
  }

  count(why: TurnedAway): void {
    this.turnedAway[why]++;
  }

  /** Refused since the start because the service was busy. */
  get shed(): number {
    return this.turnedAway.busy;
  }
}
