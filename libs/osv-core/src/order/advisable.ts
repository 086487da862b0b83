import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { readSemver } from './semver';

/**
 * How well a version does as advice to who asked about another one: 0 where it is a release of the same flavour, 1 where it is of another
 * flavour (Guava's `-android` for `-jre`), 2 where it is a pre-release. Who asked about a pre-release may be led to one.
 */
export function misfit(ecosystem: Ecosystem, asked: string): (version: string) => 0 | 1 | 2 {
  const isPre = PRE_RELEASES.get(ecosystem);
  if (isPre === undefined) return () => 0;
  const mayBePre = isPre(asked);
  const flavour = flavourOf(ecosystem, asked);
  return (version) => {
    if (!mayBePre && isPre(version)) return 2;
    const other = flavourOf(ecosystem, version);
    return other === flavour || (flavour === '' && other === SERVERS) ? 0 : 1;
  };
}

/**
 * A version in the flavour that was asked about, where a publisher releases both of each version; undefined where it is not known that there
 * is such a one. Of Guava what has no flavour is that of a server.
 */
export function inFlavourOf(ecosystem: Ecosystem, asked: string, version: string): string | undefined {
  const flavour = flavourOf(ecosystem, asked);
  const wanted = flavour === '' ? SERVERS : flavour;
  const other = flavourOf(ecosystem, version);
  if (other === wanted || !TOGETHER.has(wanted) || !TOGETHER.has(other)) return undefined;
  return version.slice(0, version.length - other.length) + wanted;
}

/** Whether two versions are of one line: the same first number, and of versions of zero the same second one. */
export function isSameLine(a: string, b: string): boolean {
  return lineOf(a) === lineOf(b);
}

function lineOf(version: string): string {
  const [, first = '', second = ''] = /(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return first === '0' ? `0.${second}` : first;
}

/** The flavour of who does not name one. */
const SERVERS = 'jre';
/** Flavours of which every version has both. */
const TOGETHER: ReadonlySet<string> = new Set([SERVERS, 'android']);

/** A patch that is numbered after its release (`2.4.6-p8`), which SemVer reads as a pre-release, is none. */
const isPreSemver = (version: string): boolean =>
  readSemver(version.replace(/^go(?=\d)/, '').replace(/-p\d+$/i, '')).pre !== null;

/** A word of a pre-release, after the numbers; one letter only before a number (`1.0b2`, `6.0.0-M1`). */
const PRE_WORD =
  /\d[-._]?(?:(?:alpha|beta|rc|cr|pre|preview|milestone|snapshot|dev|ea|canary|nightly)(?![a-z])|[abcm](?=\d))/i;
const hasPreWord = (version: string): boolean => PRE_WORD.test(version);

/** Which versions are none of the releases, where an ecosystem has others. */
const PRE_RELEASES: ReadonlyMap<Ecosystem, (version: string) => boolean> = new Map([
  ...(['npm', 'Go', 'NuGet', 'crates.io', 'Hex', 'Pub', 'SwiftURL', 'Bitnami', 'Julia', 'ConanCenter'] as const).map(
    (ecosystem) => [ecosystem, isPreSemver] as const,
  ),
  ...(['PyPI', 'RubyGems', 'Packagist', 'Maven'] as const).map((ecosystem) => [ecosystem, hasPreWord] as const),
]);

/**
 * What stands after the numbers of a Maven version and is neither a release's word nor a number or a day: `jre`, `jre7`, `android`,
 * `_2.12`. Of others nothing.
 */
function flavourOf(ecosystem: Ecosystem, version: string): string {
  if (ecosystem !== 'Maven') return '';
  const rest = /^[vV]?\d+(?:\.\d+)*(?:[-.](?:final|ga|release|sp\d*|v?\d{6,}))?(.*)$/i.exec(version)?.[1] ?? '';
  if (hasPreWord(`0${rest}`) || !FLAVOUR.test(rest)) return '';
  return rest.slice(1).toLowerCase();
}

const FLAVOUR = /^(?:[-.][a-z]{3,}\d*|_\d+\.\d+)$/i;
