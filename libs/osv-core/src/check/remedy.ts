import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { packagesNamed } from '../advisory/import-paths';
import { misfit } from '../order/advisable';
import type { Action, PurlVulnerability, PurlBest } from './check-result';

/** No release of the same line is named that would do. */
const PRE_RELEASE = ' It is a pre-release: take a release that follows it, where one is out.';

/** What of a result the remedy follows from. */
export interface Remediable {
  readonly ecosystem: Ecosystem;
  readonly version: string;
  readonly name: string;
  readonly known_package: boolean;
  readonly similar: readonly string[];
  readonly complete: boolean;
  readonly vulnerable: boolean;
  readonly malware: boolean;
  readonly vulnerability_count: number;
  readonly below_min_severity: number;
  readonly minimum_safe: string | null;
  readonly best: PurlBest | null;
  /** Those that are shown; the first of them counts where anything does. */
  readonly vulnerabilities: readonly Pick<
    PurlVulnerability<unknown, unknown>,
    'id' | 'kind' | 'fixed' | 'imports' | 'withdrawn' | 'distro_unknown'
  >[];
}

/**
 * What to do, and a sentence that says it to a person; null where there is nothing to do.
 * @param above of an unlisted Go path the listed one above it
 */
export function remedyOf(
  judged: Remediable,
  above?: string,
): { readonly action: Action; readonly advice: string | null } {
  const { known_package, similar, complete, vulnerable, malware, minimum_safe, best, vulnerabilities } = judged;
  const { ecosystem, version } = judged;
  if (!known_package) {
    const end = similar.length === 0 ? 'make sure that it exists' : `did you mean ${similar.join(', ')}?`;
    const why =
      above === undefined ? end : `${above} is listed; where this is a package of that module, ask about the module`;
    return { action: 'check_name', advice: withStop(`No advisory names ${judged.name}: ${why}`) };
  }
  if (malware) {
    const ids = vulnerabilities.filter(({ kind, withdrawn }) => kind === 'malware' && withdrawn === null);
    return {
      action: 'remove',
      advice: `Remove it: it is reported as malware (${ids.map(({ id }) => id).join(', ')}).`,
    };
  }
  if (!vulnerable) return { action: 'none', advice: null };
  const distro = vulnerabilities.some((found) => found.withdrawn === null && found.distro_unknown)
    ? ' Name the release in the qualifier distro: what applies depends on it.'
    : '';
  if (!complete) {
    return {
      action: 'unknown',
      advice: 'Only a selection of the advisories is loaded, so no version can be called safe.',
    };
  }
  if (minimum_safe !== null) {
    const preRelease = misfit(ecosystem, version)(minimum_safe) === 2 ? PRE_RELEASE : '';
    return {
      action: 'upgrade',
      advice: `Upgrade to ${minimum_safe}: nothing is known against it.${preRelease}${distro}`,
    };
  }
  const text = `${textWithoutSafe(judged)}.${distro}`;
  if (best === null) return { action: 'no_fix', advice: capital(text) };
  return { action: 'upgrade_partly', advice: `Move to ${text.replace(`${best.version} `, `${best.version}: it `)}` };
}

/**
 * Of a version that something stands against and for which none is safe, what can be said, as the end of a sentence:
 * `0.45.0 fixes 12 of 13; GO-2026-5932 has no fix and concerns only the package openpgp`.
 */
export function textWithoutSafe(judged: Remediable): string {
  const { best, vulnerability_count, below_min_severity } = judged;
  const standing = vulnerability_count + below_min_severity;
  if (best !== null) {
    const added =
      best.adds.length === 0
        ? ''
        : `; ${listed(best.adds, best.adds.length)} ${best.adds.length === 1 ? 'is' : 'are'} new there`;
    const stays = best.remains.filter((id) => !best.adds.includes(id));
    const staying = best.remains_count - best.adds.length;
    return `${best.version} fixes ${best.clears_count} of ${standing}${remainText(stays, staying, judged)}${added}`;
  }
  const only = judged.vulnerabilities.filter(({ withdrawn }) => withdrawn === null);
  const [first] = only;
  if (standing > 1 || first === undefined) return `no version is known that fixes any of the ${standing}`;
  const concern = packagesNamed(first.imports, judged.name);
  return `no version is known that fixes ${first.id}${concern === null ? '' : `, which concerns only ${concern}`}`;
}

/** More are counted and not named. */
const NAMED_MAX = 2;

function remainText(ids: readonly string[], count: number, { name, vulnerabilities }: Remediable): string {
  if (count === 0) return '';
  const found = ids.map((id) => vulnerabilities.find((known) => known.id === id));
  const isUnfixed = found.every((known) => known !== undefined && known.fixed === null);
  if (count > NAMED_MAX) return `; ${listed(ids, count)} remain`;
  const parts = ids.map((id, at) => {
    const concern = packagesNamed(found[at]?.imports ?? null, name);
    const what = isUnfixed ? 'has no fix' : 'remains';
    return `${id} ${what}${concern === null ? '' : ` and concerns only ${concern}`}`;
  });
  return `; ${parts.join('; ')}`;
}

function listed(ids: readonly string[], count: number): string {
  const shown = ids.slice(0, NAMED_MAX);
  const rest = count - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.join(' and ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const withStop = (text: string): string => (text.endsWith('?') ? text : `${text}.`);
