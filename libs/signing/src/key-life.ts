import { canonicalBytes } from './canonical-json';
import { signPayload, verifyPayload } from './dsse';
import { verifierFromJwk, type Ed25519PublicJwk, type Signer } from './ed25519';
import { withKey, withRevoked, type Introduction, type KeySet, type PublishedKey } from './key-set';

/** DSSE payload type of an introduction: such a signature can pass for none of a snapshot, and none of those for it. */
const INTRODUCTION_TYPE = 'application/vnd.stackcheck.key.v1+json';

/** More keys than this are not looked at: a service rotates a few times a year. */
const OFFERED_MAX = 256;

/** A key's word for another one. */
export function introduce(signer: Signer, key: Ed25519PublicJwk): Introduction {
  return { kid: signer.keyId, signature: signPayload(signer, INTRODUCTION_TYPE, statementOf(key)) };
}

/** When a key takes over from another one; Unix seconds. */
export interface Handover {
  readonly nbf: number;
  /** What the old key signed is proven up to here. */
  readonly exp: number;
}

/** The set once a key has a successor: both are listed, the old one with its end, the new one introduced by it. */
export function withSuccessor(set: KeySet, old: Signer, key: Ed25519PublicJwk, { nbf, exp }: Handover): KeySet {
  const keys = set.keys.map((known) => (known.kid === old.keyId ? { ...known, exp } : known));
  return withKey({ ...set, keys }, { ...key, nbf, introduced_by: introduce(old, key) });
}

/** What came of a look at published keys. */
export interface FollowedKeys {
  readonly set: KeySet;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * The keys that are trusted after a look at a service's published ones: those of before, with the times that the service states, and those
 * that one of them introduced. A revoked key is trusted no more, nor is one that only such a key introduced and that the service
 * does not list; a stranger's list adds nothing.
 * @param offered of the service itself, over a connection that proves who it is
 */
export function followKeys(trusted: KeySet, offered: KeySet): FollowedKeys {
  const listed = new Map(offered.keys.map((key) => [key.kid, key]));
  const revoked = withRevoked(trusted, offered.revoked ?? []);
  const gone = new Set(revoked.revoked?.map(({ kid }) => kid));
  const isOrphan = ({ kid, introduced_by: by }: PublishedKey): boolean =>
    by !== undefined && gone.has(by.kid) && !listed.has(kid);
  const kept = revoked.keys.filter((key) => !isOrphan(key)).map((key) => listed.get(key.kid) ?? key);
  const set = withIntroduced({ ...revoked, keys: kept }, offered.keys);
  const [before, after] = [trusted, set].map(({ keys }) => keys.map(({ kid }) => kid)) as [string[], string[]];
  return {
    set,
    added: after.filter((kid) => !before.includes(kid)),
    dropped: before.filter((kid) => !after.includes(kid)),
  };
}

/** The set with those of the offered keys that one of its own introduced, or one that came so. */
export function withIntroduced(set: KeySet, offered: readonly PublishedKey[]): KeySet {
  let known = set;
  for (let before: KeySet | undefined; before !== known;) {
    before = known;
    for (const key of offered.slice(0, OFFERED_MAX)) if (isIntroduced(known, key)) known = withKey(known, key);
  }
  return known;
}

function isIntroduced({ keys }: KeySet, key: PublishedKey): boolean {
  const by = key.introduced_by;
  const voucher = by && keys.find(({ kid }) => kid === by.kid);
  if (voucher === undefined) return false;
  return verifyPayload(verifierFromJwk(voucher), INTRODUCTION_TYPE, statementOf(key), by!.signature);
}

function statementOf({ kty, crv, x }: Ed25519PublicJwk): Uint8Array {
  return canonicalBytes({ type: 'key', version: 1, kty, crv, x });
}
