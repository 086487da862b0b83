import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { orderOf } from '../order/order-of';

/** What a text says as a version. */
export interface ReadVersion {
  /** As advisories write it. */
  readonly version: string;
  /** As of a `PackageQuery`. */
  readonly listedOnly?: true | undefined;
}

/**
 * The version that a text asks about, without what was only packed again; undefined where it is none.
 * @param name of the package in OSV's form
 */
export function readVersion(ecosystem: Ecosystem, name: string, text: string): ReadVersion | undefined {
  const version = withoutPacking(ecosystem, name, text);
  const order = orderOf(ecosystem);
  if (order.accepts(version)) return { version };
  if (order.mayBeListed?.(version) !== true) return undefined;
  return ecosystem === 'Go' && GO_RELEASES.has(name) ? { version } : { version, listedOnly: true };
}

/** What is released with Go itself, whose first releases of a cycle have two numbers: `1.20`. */
const GO_RELEASES: ReadonlySet<string> = new Set(['stdlib', 'toolchain']);

function withoutPacking(ecosystem: Ecosystem, name: string, text: string): string {
  if (ecosystem === 'RubyGems') return text.replace(PLATFORM, '');
  // Percona's own releases are 8.0.27-19.
  return ecosystem === 'Bitnami' && !name.startsWith('percona-') ? text.replace(REVISION, '$1') : text;
}

/**
 * Bitnami's count of how often it packed a version (`5.18.0-1`), which SemVer reads as a pre-release. What is longer is upstream's
 * own (`4.1.12-200324`).
 */
const REVISION = /^(v?\d+(?:\.\d+)+(?:-[a-z][\w.]*)?)-\d{1,3}$/i;

/** The platform that a gem was built for, at the end of its version (`Gem::Platform`): `-java`, `-x86_64-linux`. */
const PLATFORM =
  /-(?:java|jruby|(?:mswin|mingw)[\w-]*|(?:x86|x64|x86_64|amd64|i[3-6]86|arm|arm64|aarch64|armv\d\w*|universal)(?:[-_][\w-]+)?)$/i;
