import type { Finding, FindingComponent, FindingPlace } from '@stackcheck/report';
import { readPackageName, SEVERITIES } from '@stackcheck/osv-core';
import type { Policy, UnplannedCheck } from '@stackcheck/stack-core';
import type {
  ImageResult,
  ItemResult,
  PackageResult,
  PackageVulnerability,
  Reason,
  ReasonCode,
} from '@stackcheck/stack-core/report';
import type { ListName, StackRef } from '@stackcheck/stack-core/watch';
import type { Named } from './components';

/**
 * A reason of a check as a finding: what its component is, where it is named and what to move to.
 * @param named the places of all entries of the stack that it is about
 */
export function findingOf(
  reason: Reason,
  check: UnplannedCheck,
  named: readonly Named[],
  { min_severity: least }: Pick<Policy, 'min_severity'>,
): Finding {
  const { level, code, key, id, text, ref } = reason;
  const about = aboutOf(reason, ref, check, SEVERITIES.indexOf(least));
  return {
    level,
    code,
    key,
    id,
    aliases: about.aliases.filter((alias) => alias !== id),
    ...(about.others !== undefined && about.others.length > 0 && { others: about.others }),
    text,
    component: about.component,
    severity: about.severity,
    due: about.due,
    moveTo: MOVABLE.has(code) ? about.moveTo : null,
    dev: named.every(({ dev }) => dev),
    places: distinct(named.flatMap(({ places }) => places)),
  };
}

/** Reasons that another version of the component may clear. */
const MOVABLE: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'malware',
  'kev',
  'epss',
  'vulnerable',
  'vulnerable_below',
  'eol',
  'eol_soon',
  'security_only',
]);

/** What a result says of the component of a reason. */
interface About extends Pick<Finding, 'severity' | 'due' | 'moveTo' | 'aliases' | 'others'> {
  readonly component: FindingComponent;
}

function aboutOf(reason: Reason, ref: StackRef, { items, images, packages }: UnplannedCheck, least: number): About {
  const [list, index] = ref.split('/') as [ListName, string];
  const position = Number(index);
  const item = list === 'items' ? items?.results[position] : undefined;
  if (item) return aboutItem(item, reason);
  const image = list === 'images' ? images?.results[position] : undefined;
  if (image) return aboutImage(image, reason);
  const finding = list === 'packages' ? packages?.results[position] : undefined;
  if (finding) return aboutPackage(finding, reason, least);
  return { component: { kind: 'cve', name: reason.id, version: null }, ...NOTHING };
}

const NOTHING = { severity: null, due: null, moveTo: null, aliases: [] } as const;

function aboutItem(item: ItemResult, { code }: Reason): About {
  const { product, version } = item;
  const component: FindingComponent = { kind: 'product', name: product, version: version ?? null };
  if (!item.found) return { component, ...NOTHING };
  const { match, resolved, upgrade } = item;
  const moveTo = upgrade?.nearest?.cycle ?? null;
  const due = isOfLifecycle(code) ? match.eol : null;
  return { ...NOTHING, component: { ...component, product: resolved, cycle: match.cycle }, due, moveTo };
}

function aboutImage(image: ImageResult, { id, code }: Reason): About {
  if (!image.found)
    return { ...NOTHING, component: { kind: 'image', name: image.image, version: null, image: image.image } };
  const version = image.tag ?? image.digest;
  const component: FindingComponent = { kind: 'image', name: nameOf(image.image), version, image: image.image };
  const part = image.components.find(({ resolved, match }) => `${resolved}@${match?.cycle}` === id);
  const moveTo = image.upgrade?.nearest?.image ?? null;
  if (part?.match === undefined || part.resolved === undefined) return { ...NOTHING, component, moveTo };
  const due = isOfLifecycle(code) ? part.match.eol : null;
  return { ...NOTHING, component: { ...component, product: part.resolved, cycle: part.match.cycle }, due, moveTo };
}

/** An image reference without tag and digest. */
function nameOf(image: string): string {
  return image.replace(/@[^@/]*$/, '').replace(/:[^:/]*$/, '');
}

function aboutPackage(result: PackageResult, reason: Reason, least: number): About {
  const { purl } = result;
  if (!result.checked) return { ...NOTHING, component: { kind: 'package', ...partsOf(purl), purl } };
  const component: FindingComponent = {
    kind: 'package',
    name: result.name,
    version: result.version,
    purl: result.resolved,
  };
  if (isOfLifecycle(reason.code)) return { ...NOTHING, ...lifecycleOf(result, component) };
  const found = result.vulnerabilities.find(({ id, ids }) => id === reason.id || ids.includes(reason.id));
  return {
    component,
    aliases: found?.ids ?? [],
    others: othersOf(result.vulnerabilities, reason, least),
    severity: found?.severity ?? null,
    due: found?.kev?.due_date ?? null,
    moveTo: result.minimum_safe ?? result.best?.version ?? null,
  };
}

/**
 * The other vulnerabilities that a reason sums up. Where it is one of two, for what a move clears and what none does, those of the
 * other are among them: an acceptance has to name them all.
 */
function othersOf(
  vulnerabilities: readonly PackageVulnerability[],
  { code, id }: Reason,
  least: number,
): Finding['others'] {
  const isSummedUp = SUMMED_UP[code];
  if (isSummedUp === undefined) return undefined;
  return vulnerabilities
    .filter((each) => each.id !== id && each.kind === 'vulnerability' && isSummedUp(each, least))
    .map(({ id: other, ids, severity }) => ({ id: other, aliases: ids.filter((each) => each !== other), severity }));
}

/** Which vulnerabilities of a package reasons are about, as stack-core forms them; `least` is the rank of the policy's severity. */
const SUMMED_UP: Readonly<Partial<Record<ReasonCode, (found: PackageVulnerability, least: number) => boolean>>> = {
  vulnerable: (found, least) => rankOf(found) >= least && !found.distro_unknown,
  distro_unknown: (found, least) => rankOf(found) >= least && found.distro_unknown,
  unscored: ({ severity }) => severity === null,
  vulnerable_below: (found, least) => found.severity !== null && rankOf(found) < least,
};

/** Where every severity counts, one that is not stated counts, too. */
function rankOf({ severity }: PackageVulnerability): number {
  return severity === null ? 0 : SEVERITIES.indexOf(severity);
}

function lifecycleOf(
  { lifecycle }: PackageResult,
  component: FindingComponent,
): Pick<About, 'component' | 'due' | 'moveTo'> {
  if (!lifecycle || lifecycle.status === 'unknown') return { component, due: null, moveTo: null };
  const { product, cycle, eol, upgrade } = lifecycle;
  return { component: { ...component, product, cycle }, due: eol, moveTo: upgrade?.nearest?.cycle ?? null };
}

function isOfLifecycle(code: ReasonCode): boolean {
  return code === 'eol' || code === 'eol_soon' || code === 'security_only';
}

/** Name and version of a package URL that was not judged. */
function partsOf(purl: string): { readonly name: string; readonly version: string | null } {
  const [path = purl] = purl.split(/[?#]/, 1);
  const at = path.lastIndexOf('@');
  const name = readPackageName(purl)?.names[0];
  if (at <= path.lastIndexOf('/')) return { name: name ?? path, version: null };
  return { name: name ?? path.slice(0, at), version: path.slice(at + 1) };
}

function distinct(places: readonly FindingPlace[]): readonly FindingPlace[] {
  const known = new Map(places.map((place) => [`${place.path}\0${place.line ?? ''}`, place]));
  return [...known.values()];
}
