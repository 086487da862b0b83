import * as fc from 'fast-check';
import { verifyPayload } from './dsse';
import { generateKeyPem, signerFromPem, verifierFromJwk, type Signer } from './ed25519';
import { followKeys, introduce, withSuccessor } from './key-life';
import { parseKeySet, withRevoked, type KeySet } from './key-set';

const keys = [0, 1, 2, 3].map(() => signerFromPem(generateKeyPem())) as [Signer, Signer, Signer, Signer];
const [one, two, three, stranger] = keys;
const HANDOVER = { nbf: 1_000, exp: 2_000 };
const first: KeySet = { keys: [one.publicJwk] };
const second = withSuccessor(first, one, two.publicJwk, HANDOVER);
const third = withSuccessor(second, two, three.publicJwk, { nbf: 3_000, exp: 4_000 });
const idsOf = ({ keys }: KeySet) => keys.map(({ kid }) => kid);
const revoke = (kid: string) => [{ kid, revoked_at: 5_000, reason: 'stolen' }];

describe('a rotated set', () => {
  it('keeps the old key with its end, and names who introduced the new one; as text it is the same', () => {
    expect(second.keys).toEqual([
      { ...one.publicJwk, exp: 2_000 },
      { ...two.publicJwk, nbf: 1_000, introduced_by: introduce(one, two.publicJwk) },
    ]);
    expect(parseKeySet(JSON.stringify(third))).toEqual(third);
  });

  it('has for an introduction a statement that anybody can write down', () => {
    const { kid, signature } = introduce(one, two.publicJwk);
    const statement = `{"crv":"Ed25519","kty":"OKP","type":"key","version":1,"x":"${two.publicJwk.x}"}`;
    const type = 'application/vnd.stackcheck.key.v1+json';

    expect(kid).toBe(one.keyId);
    expect(verifyPayload(verifierFromJwk(one.publicJwk), type, Buffer.from(statement), signature)).toBe(true);
  });

  it('leads anyone who trusts any of its keys, however many rotations were missed', () => {
    expect(followKeys(first, third)).toMatchObject({ added: [two.keyId, three.keyId], dropped: [] });
    expect(idsOf(followKeys({ keys: [two.publicJwk] }, third).set)).toEqual([two.keyId, three.keyId]);
  });

  it('leads there in whatever order its keys stand, and brings the times that the service states', () => {
    const reversed = { keys: third.keys.toReversed() };

    expect(followKeys(first, reversed).added).toEqual([two.keyId, three.keyId]);
    expect(followKeys(first, third).set.keys).toEqual(third.keys);
    expect(followKeys(first, { keys: [] })).toEqual({ set: first, added: [], dropped: [] });
  });

  it('is looked at up to 256 keys', () => {
    const offered = [
      ...Array<KeySet['keys'][number]>(255).fill(stranger.publicJwk),
      second.keys[1]!,
      {
        ...three.publicJwk,
        introduced_by: introduce(one, three.publicJwk),
      },
    ];

    expect(followKeys(first, { keys: offered }).added).toEqual([two.keyId]);
  });

  it('adds nothing for a stranger’s word, whatever is changed in it', () => {
    const [, added] = second.keys;
    fc.assert(
      fc.property(
        fc.constantFrom(
          { ...added!, introduced_by: introduce(stranger, two.publicJwk) },
          { ...added!, introduced_by: { ...introduce(stranger, two.publicJwk), kid: one.keyId } },
          { ...added!, introduced_by: introduce(one, three.publicJwk) },
          { ...two.publicJwk },
          { ...stranger.publicJwk, introduced_by: added!.introduced_by! },
        ),
        (offered) => {
          expect(followKeys(first, { keys: [offered] })).toEqual({ set: first, added: [], dropped: [] });
        },
      ),
    );
  });
});

describe('a revoked key', () => {
  it('is trusted no more, nor is what it introduced and the service does not list', () => {
    const byThief = { ...stranger.publicJwk, introduced_by: introduce(one, stranger.publicJwk) };
    const trusted = { keys: [...second.keys, byThief] };
    const offered = withRevoked(third, revoke(one.keyId));

    const { set, added, dropped } = followKeys(trusted, offered);

    expect({ ids: idsOf(set), added, dropped }).toEqual({
      ids: [two.keyId, three.keyId],
      added: [three.keyId],
      dropped: [one.keyId, stranger.keyId],
    });
    expect(idsOf(followKeys(set, third).set)).toEqual(idsOf(set));
  });

  it('is no key of a set that lists it all the same', () => {
    const text = JSON.stringify({ ...second, revoked: revoke(one.keyId) });

    expect(idsOf(parseKeySet(text))).toEqual([two.keyId]);
  });

  it('is revoked once, with the word that came first, and what is not there may be revoked, too', () => {
    const revoked = withRevoked(second, [...revoke(one.keyId), ...revoke(stranger.keyId)]);
    const again = [{ kid: one.keyId, revoked_at: 9_000, reason: 'again' }];

    expect(idsOf(revoked)).toEqual([two.keyId]);
    expect(revoked.revoked).toEqual([...revoke(one.keyId), ...revoke(stranger.keyId)]);
    expect(withRevoked(revoked, again)).toBe(revoked);
    expect(withRevoked(revoked, [...again, ...revoke(two.keyId)])).toEqual({
      keys: [],
      revoked: [...revoke(one.keyId), ...revoke(stranger.keyId), ...revoke(two.keyId)],
    });
  });

  it('introduces nobody', () => {
    const offered = { keys: second.keys, revoked: revoke(one.keyId) };

    expect(followKeys(first, offered).set.keys).toEqual([]);
  });
});
