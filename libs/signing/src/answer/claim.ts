/** What a claim of an answer is about. */
export type ClaimSubject = 'receipt' | 'snapshot' | 'content' | 'delta';

/** One thing that an answer says of itself, and whether a signature or a digest proves it. */
export interface Claim {
  /**
   * `receipt`: this body was given for this URL and this payment. `snapshot`: the data has the identity that `meta` or the
   * manifest states. `content`: a downloaded snapshot is the data of that identity. `delta`: so are its changes.
   */
  readonly subject: ClaimSubject;
  /** The snapshot that it speaks of; null for a receipt. */
  readonly snapshotId: string | null;
  readonly proven: boolean;
  /** The key that proves it; null where nothing does. */
  readonly keyId: string | null;
  /** Why it is not proven; null where it is. */
  readonly fault: string | null;
}

/** A claim that a key proves. */
export function provenBy(subject: ClaimSubject, snapshotId: string | null, keyId: string): Claim {
  return { subject, snapshotId, proven: true, keyId, fault: null };
}

/** A claim that nothing proves. */
export function unproven(subject: ClaimSubject, snapshotId: string | null, fault: string): Claim {
  return { subject, snapshotId, proven: false, keyId: null, fault };
}
