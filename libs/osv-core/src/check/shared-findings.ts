import type { Finding } from '../evaluate/finding';
import { SEVERITIES, type Severity } from '../advisory/advisory';
import type { PurlVulnerability } from './check-result';

/** How a vulnerability is looked up in other catalogues, by its id and aliases. */
export interface JoinedCatalogues<Kev, Epss> {
  readonly kevOf?: ((ids: readonly string[]) => Kev | null) | undefined;
  readonly epssOf?: ((ids: readonly string[]) => Epss | null) | undefined;
}

/** A finding with its known exploitation, and in wire names once it is shown. */
export interface ShownFinding<Kev, Epss> {
  readonly finding: Finding;
  readonly kev: Kev | null;
  wire: PurlVulnerability<Kev, Epss> | undefined;
}

/** Versions of one package have most findings in common: each is looked up and written down once for a batch. */
export class SharedFindings<Kev, Epss> {
  private readonly known = new Map<Finding, ShownFinding<Kev, Epss>>();

  constructor(private readonly options: JoinedCatalogues<Kev, Epss>) {}

  of(finding: Finding): ShownFinding<Kev, Epss> {
    let shown = this.known.get(finding);
    if (shown === undefined) {
      shown = { finding, kev: this.options.kevOf?.(finding.ids) ?? null, wire: undefined };
      this.known.set(finding, shown);
    }
    return shown;
  }

  wireOf(shown: ShownFinding<Kev, Epss>): PurlVulnerability<Kev, Epss> {
    return (shown.wire ??= toVulnerability(shown, this.options.epssOf));
  }
}

function toVulnerability<Kev, Epss>(
  { finding, kev }: ShownFinding<Kev, Epss>,
  epssOf: JoinedCatalogues<Kev, Epss>['epssOf'],
): PurlVulnerability<Kev, Epss> {
  const { fixedVersions, distroUnknown } = finding;
  const vulnerability: { -readonly [Name in keyof PurlVulnerability<Kev, Epss>]: PurlVulnerability<Kev, Epss>[Name] } =
    {
      id: finding.id,
      ids: finding.ids,
      kind: finding.kind,
      summary: finding.summary,
      severity: finding.severity,
      score: finding.score,
      vector: finding.vector,
      fixed: finding.fixed,
      fixed_versions: fixedVersions,
      imports: finding.imports,
      published: finding.published,
      modified: finding.modified,
      withdrawn: finding.withdrawn,
      distro_unknown: distroUnknown,
      source: finding.source,
      url: finding.url,
      kev,
    };
  if (epssOf !== undefined) vulnerability.epss = epssOf(finding.ids);
  return vulnerability;
}

/** Sorting is stable, so what is equally urgent stays in the order that `assess` gave it. */
export function urgentFirst(a: ShownFinding<unknown, unknown>, b: ShownFinding<unknown, unknown>): number {
  return urgency(a) - urgency(b);
}

function urgency({ finding: { withdrawn, kind }, kev }: ShownFinding<unknown, unknown>): number {
  if (withdrawn !== null) return 3;
  if (kind === 'malware') return 0;
  return kev === null ? 2 : 1;
}

/** The highest severity among them; null where none has one. */
export function worst(counted: readonly ShownFinding<unknown, unknown>[]): Severity | null {
  let level = -1;
  for (const { finding } of counted) {
    if (finding.severity !== null) level = Math.max(level, SEVERITIES.indexOf(finding.severity));
  }
  return SEVERITIES[level] ?? null;
}
