import { SYSTEMS, type SystemRow } from './system-table';

/** What an operating system is: a product in a version, or one of which no lifecycle is published. */
export type SystemMatch =
  | {
      readonly kind: 'product';
      /** Product id. */
      readonly product: string;
      /** As its cycles are found; null where none is named, or a moving one (`sid`, `edge`). */
      readonly version: string | null;
    }
  | { readonly kind: 'no_lifecycle_data' };

/**
 * The operating system of a name, as os-release, an SBOM or a scanner has it; undefined where the name is not known.
 * @param version as written: `7.6.1810`, `22.04.2 LTS (Jammy Jellyfish)`, `bookworm/sid`, `15-SP4`
 */
export function findSystem(name: string, version: string | null): SystemMatch | undefined {
  const row = ROWS.get(folded(name));
  if (row === undefined) return undefined;
  return row.product === null ? { kind: 'no_lifecycle_data' } : systemVersion(row.product, version, name);
}

/**
 * The same where the product is known already, of a CPE for example: CentOS Stream calls itself CentOS there, and versions of some
 * systems are not written as their cycles.
 */
export function systemVersion(product: string, version: string | null, name = ''): SystemMatch & { kind: 'product' } {
  const written = version?.trim() ?? '';
  const isStream =
    product === 'centos' && (/stream/i.test(`${name} ${written}`) || /^(?:9|[1-9]\d)(?!\d)/.test(written));
  const named = isStream ? 'centos-stream' : product;
  return { kind: 'product', product: named, version: MOVING.test(written) ? null : asCycle(named, name, written) };
}

/** Many times as long as any such qualifier. */
const DISTRO_CHARS_MAX = 512;

/**
 * The operating system that a package of a distribution was built for: what its `distro` qualifier names (`debian-12`, `12`,
 * `bookworm`, `alpine-3.18.4`, `opensuse-leap-15.5`), else nothing: packages of one namespace are in many releases.
 * @param namespace of the package URL, such as `debian`; names the system where the qualifier has its version alone
 */
export function findDistribution(namespace: string, distro: string): SystemMatch | undefined {
  if (distro.length > DISTRO_CHARS_MAX) return undefined;
  // The longest name wins, so that `opensuse-leap` is not `opensuse` in a version `leap-15.5`.
  const ends = [distro.length, ...separatorsIn(distro)];
  for (const end of ends) {
    const found = findSystem(distro.slice(0, end), distro.slice(end + 1) || null);
    if (found !== undefined) return found;
  }
  return findSystem(namespace, distro);
}

/** Where a version may begin, from the end. Few names have more parts. */
function separatorsIn(distro: string): readonly number[] {
  const found: number[] = [];
  for (let at = distro.length - 1; at > 0 && found.length < 20; at--) if (/[-_ :]/.test(distro[at]!)) found.push(at);
  return found;
}

/** Versions that name no release. */
const MOVING = /^(?:|edge|sid|unstable|testing|rawhide|rolling|devel|current|latest|tumbleweed|n\/a)$/i;

function asCycle(product: string, name: string, version: string): string {
  // `15-SP4`, `15 SP4`, `15:sp4`.
  if (product === 'sles') return version.replace(/^(\d+)[-_.: ]*sp(\d+).*$/i, '$1.$2');
  if (product === 'cos') return version.replace(/^(?=\d)/, 'cos-');
  // Linux Mint Debian Edition counts for itself.
  if (product === 'linuxmint' && /lmde/i.test(name)) return version.replace(/^(?=\d)/, 'lmde');
  return version;
}

/** But for case and punctuation. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

const ROWS: ReadonlyMap<string, SystemRow> = new Map(
  SYSTEMS.flatMap((row) => row.names.map((name) => [folded(name), row] as const)),
);
