import type { Purl } from './purl';

/** The source package, which the advisories of distributions name, and its version. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string | null;
  /** Whether the purl says that the name is that of a source package. */
  readonly isStated: boolean;
}

/**
 * The source package of a distribution's purl. A binary package names it in `upstream` or `source`: `openssl`,
 * `openssl@1.1.1n-1` or, for rpm, the file `openssl-1.1.1k-6.el8.src.rpm`. rpm's epoch is a qualifier of its own.
 */
export function readSource({ type, name, version, qualifiers }: Purl): SourcePackage {
  const given = qualifiers['upstream'] ?? qualifiers['source'] ?? '';
  const [, sourceName = given, sourceVersion] = SOURCE_RPM.exec(given) ?? /^([^@]+)@(.+)$/.exec(given) ?? [];
  const chosen = (sourceVersion !== undefined && type !== 'rpm' ? sourceVersion : version) ?? null;
  const isStated = sourceName !== '' || SOURCE_ARCH.has(qualifiers['arch'] ?? '');
  return { name: sourceName === '' ? name : sourceName, version: withEpoch(chosen, qualifiers['epoch']), isStated };
}

/** What stands for the architecture of source packages (purl specification, deb and rpm). */
const SOURCE_ARCH: ReadonlySet<string> = new Set(['source', 'src']);

const SOURCE_RPM = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/;

function withEpoch(version: string | null, epoch: string | undefined): string | null {
  if (version === null || epoch === undefined || !/^\d+$/.test(epoch) || version.includes(':')) return version;
  return `${epoch}:${version}`;
}
