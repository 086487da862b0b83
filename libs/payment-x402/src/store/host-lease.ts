/** Outcome of asking for the right to take payments with a store. */
export type LeaseOutcome =
  | { readonly kind: 'held' }
  /** Another process holds it, of another host until then, unless it renews. */
  | {
      readonly kind: 'other_host';
      readonly hostId: string;
      readonly expiresAtMs: number;
      /** Where all of it is since it was moved; no process takes payments with it any more. */
      readonly movedTo?: string;
      /** The other process runs on this very host, and holds it until it ends. */
      readonly isThisHost?: boolean;
    };

/** The right to take payments with a store: of one process at a time, or of all that ask, where the store is made for many hosts. */
export interface HostLease {
  /** Takes or renews the lease in one atomic step; a lapsed one of another host is taken over. */
  hold(nowMs: number): Promise<LeaseOutcome>;
  /**
   * The same for a process that serves meanwhile. `other_host` means that this process slept past its lease and must stop taking
   * payments. Rejects when the store was busy for too long.
   * @param isOver looked at before each try: nothing is to be written any more, and the answer is undefined
   */
  renew(nowMs: number, isOver: () => boolean): Promise<LeaseOutcome | undefined>;
  /** Gives the lease up with the close of the store, which is the last to write; another host may start at once then. */
  release(): Promise<void>;
}
