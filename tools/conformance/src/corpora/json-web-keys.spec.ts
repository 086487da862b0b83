import { parseKeySet } from '@stackcheck/signing';
import { fromBase64Url } from '@stackcheck/signing/bytes';
import { KeyError } from '@stackcheck/signing/keys';
import { corpus, printCounts, readJson } from './corpus';

type Jwk = Readonly<Record<string, unknown>>;

interface JoseFile {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly private?: Jwk;
    readonly public?: Jwk;
    readonly tests: readonly { readonly tcId: number; readonly jws: unknown }[];
  }[];
}

/**
 * The service reads key sets of Ed25519 keys and nothing else of JOSE: it has no JWS, so no vector's signature can be
 * put to it. What applies: not one of these keys (RSA, EC, symmetric, mixed sets, private members) may pass as a verifying
 * key, a refusal quotes no key material, and the parts of compact signatures are read as base64url or refused.
 */
for (const [name, count] of [
  ['json_web_key_test.json', 26],
  ['json_web_signature_test.json', 401],
] as const) {
  const file = corpus(`wycheproof/${name}`);
  file.describe(`Wycheproof ${name} through the key set reader`, () => {
    const { numberOfTests, testGroups } = file.there
      ? readJson<JoseFile>(file.path)
      : { numberOfTests: 0, testGroups: [] };

    it('no key of another kind is taken, and no secret is quoted', () => {
      const sets = testGroups.flatMap((group) => [group.private, group.public]).filter((set) => set !== undefined);
      const refusals = sets.map((set) => refusalOf('keys' in set ? set : { keys: [set] }));
      const secrets = sets.flatMap((set) => secretsOf(set));
      printCounts(`Wycheproof ${name}`, { vectors: numberOfTests, 'key sets refused': refusals.length });

      expect(numberOfTests).toBe(count);
      expect(refusals.filter((refusal) => refusal === undefined)).toEqual([]);
      expect(secrets.length).toBeGreaterThan(3);
      expect(secrets.filter((secret) => refusals.some((refusal) => refusal!.includes(secret)))).toEqual([]);
    });

    it('parts of compact signatures are read byte for byte, or refused', () => {
      const parts = testGroups
        .flatMap(({ tests }) => tests)
        .flatMap(({ jws }) => (typeof jws === 'string' ? jws.split('.') : []));
      const misread = parts.filter((part) => {
        const bytes = fromBase64Url(part);
        return bytes !== undefined && Buffer.from(bytes).toString('base64url') !== part;
      });
      printCounts(`Wycheproof ${name}, base64url`, {
        parts: parts.length,
        refused: parts.filter((part) => fromBase64Url(part) === undefined).length,
      });

      expect(parts.length).toBeGreaterThan(70);
      expect(misread).toEqual([]);
    });
  });
}

function refusalOf(set: object): string | undefined {
  try {
    parseKeySet(JSON.stringify(set));
    return undefined;
  } catch (error) {
    if (error instanceof KeyError) return error.message;
    throw error;
  }
}

/** Members that only a private or symmetric key has (RFC 7518 sections 6.2.2, 6.3.2, 6.4). */
function secretsOf(set: Jwk): string[] {
  const keys = (set['keys'] as readonly Jwk[] | undefined) ?? [set];
  return keys.flatMap((key) =>
    ['d', 'p', 'q', 'k'].flatMap((member) =>
      typeof key[member] === 'string' && key[member] !== '' ? [key[member]] : [],
    ),
  );
}
