import { splitSpecifier, type NamedVersion } from './package-source';

/**
 * The package that a key of `packages` names, without its peers: `/@scope/name/1.0.0_peer@2.0.0` (lockfile version 5),
 * `/@scope/name@1.0.0(peer@2.0.0)` (6) or `@scope/name@1.0.0` (9, where the version may be an address).
 * @returns undefined where the key is none of a package of the default registry
 */
export function readPnpmKey(key: string, lockfileMajor: number): NamedVersion | undefined {
  const plain = DEFAULT_HOST.test(key) ? key.replace(DEFAULT_HOST, '/') : key;
  if (lockfileMajor >= 9 && !plain.startsWith('/')) return withVersion(splitSpecifier(plain));
  if (!plain.startsWith('/')) return undefined;
  const name = lockfileMajor >= 6 ? plain.slice(1) : atVersion(plain.slice(1));
  return name === undefined ? undefined : withVersion(splitSpecifier(name));
}

/** Some versions of pnpm wrote the host where an `.npmrc` named it. */
const DEFAULT_HOST = /^registry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)\//;

/** `name/1.0.0_peers` as `name@1.0.0`. */
function atVersion(path: string): string | undefined {
  const parts = path.split('/');
  const nameLength = path.startsWith('@') ? 2 : 1;
  const [version, ...rest] = parts.slice(nameLength);
  if (version === undefined || rest.length > 1) return undefined;
  return `${parts.slice(0, nameLength).join('/')}@${version.replace(/_.*$/s, '')}`;
}

function withVersion({ name, version }: NamedVersion): NamedVersion | undefined {
  const [plain = ''] = /^\d/.test(version) ? version.split('(', 1) : [version];
  return plain === '' ? undefined : { name, version: plain };
}
