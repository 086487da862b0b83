import type { AcceptedFinding, Finding, FindingPlace } from '../outcome';
import { componentText } from '../text/finding-texts';
import { addTo } from '../text/grouped-by';
import { counted } from '../text/words';
import type { Acceptance } from './acceptance';
import { acceptanceNotices } from './acceptance-notices';
import { globMatches } from './glob';
import { purlMatches } from './purl-match';

/** Findings once acceptances are applied. */
export interface AppliedAcceptances {
  /** What counts still, in the order given. */
  readonly counting: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  /** Sentences: which acceptances expired, matched nothing, or cover only a part of a finding. */
  readonly notices: readonly string[];
}

/**
 * Takes out what somebody accepted. A finding counts no longer at a place where every vulnerability that it is about is accepted;
 * accepted at some of its places alone, it counts at the others. An acceptance holds up to and with its last day.
 * @param day `YYYY-MM-DD`, of the check
 */
export function applyAcceptances(
  findings: readonly Finding[],
  acceptances: readonly Acceptance[],
  day: string,
): AppliedAcceptances {
  const index = indexOf(acceptances.filter((acceptance) => isInForce(acceptance, day)));
  const counting: Finding[] = [];
  const accepted: AcceptedFinding[] = [];
  const partly: string[] = [];
  const used = new Set<Acceptance>();
  for (const finding of findings) {
    const { groups, left, covered, of } = judged(finding, index, used);
    accepted.push(...[...groups.values()].map(({ places, by }) => acceptedBy({ ...finding, places }, by)));
    if (left.length === 0) continue;
    counting.push(left.length === finding.places.length ? finding : { ...finding, places: left });
    if (covered > 0) partly.push(partlyText(finding, covered, of));
  }
  return {
    counting,
    accepted,
    notices: [...acceptanceNotices(acceptances, { used, counting, day }, covers), ...firstOf(partly)],
  };
}

function isInForce({ until }: Acceptance, day: string): boolean {
  return until === null || until >= day;
}

/** Acceptances by what a finding is looked up with. */
interface Index {
  readonly byId: ReadonlyMap<string, readonly Acceptance[]>;
  readonly ofProducts: readonly Acceptance[];
}

function indexOf(acceptances: readonly Acceptance[]): Index {
  const byId = new Map<string, Acceptance[]>();
  for (const acceptance of acceptances) {
    for (const id of new Set(idsOf(acceptance))) addTo(byId, id, acceptance);
  }
  return { byId, ofProducts: acceptances.filter(({ product }) => product !== null) };
}

interface Group {
  readonly places: FindingPlace[];
  readonly by: readonly Acceptance[];
}

/** The places of a finding: accepted ones by what accepts them, and those at which it counts still. */
function judged(finding: Finding, { byId, ofProducts }: Index, used: Set<Acceptance>) {
  const groups = new Map<string, Group>();
  const left: FindingPlace[] = [];
  const vulnerabilities = [finding, ...(finding.others ?? [])].map((each) => [...new Set(idsOf(each))]);
  let covered = 0;
  for (const place of finding.places) {
    const applies = (acceptance: Acceptance) => isWithin(acceptance, finding, place);
    const whole = ofProducts.find((acceptance) => isOfProduct(acceptance, finding) && applies(acceptance));
    const each = vulnerabilities.map((ids) => ids.flatMap((id) => byId.get(id) ?? []).find(applies));
    const by = whole === undefined ? each.flatMap((acceptance) => acceptance ?? []) : [whole];
    for (const acceptance of by) used.add(acceptance);
    if (whole === undefined && by.length < vulnerabilities.length) {
      left.push(place);
      covered = Math.max(covered, by.length);
      continue;
    }
    const distinct = [...new Set(by)];
    const key = JSON.stringify(distinct);
    groups.set(key, { places: [...(groups.get(key)?.places ?? []), place], by: distinct });
  }
  return { groups, left, covered, of: vulnerabilities.length };
}

/** Whether an acceptance is about a finding at all, expired or not. */
function covers(acceptance: Acceptance, finding: Finding): boolean {
  const ids = [finding, ...(finding.others ?? [])].flatMap(idsOf);
  const isAbout = isOfProduct(acceptance, finding) || idsOf(acceptance).some((id) => ids.includes(id));
  return isAbout && finding.places.some((place) => isWithin(acceptance, finding, place));
}

function idsOf({
  id,
  aliases,
}: {
  readonly id: string | null;
  readonly aliases: readonly string[];
}): readonly string[] {
  return id === null ? [] : [id, ...aliases].map((each) => each.toLowerCase());
}

function isOfProduct({ product }: Acceptance, { component }: Finding): boolean {
  if (product === null) return false;
  const name = component.product ?? (component.kind === 'product' ? component.name : undefined);
  return product === name || (component.cycle !== undefined && product === `${name}@${component.cycle}`);
}

function isWithin({ packages, path }: Acceptance, { component }: Finding, place: FindingPlace): boolean {
  const { purl } = component;
  const isPackage = packages === null || (purl !== undefined && packages.some((wanted) => purlMatches(wanted, purl)));
  return isPackage && (path === null || globMatches(path, place.path));
}

/** Several acceptances hold until the first of them ends, and say of a component only what all of them say. */
function acceptedBy(finding: Finding, by: readonly Acceptance[]): AcceptedFinding {
  const [first] = by;
  const assessments = new Set(by.map(({ assessment }) => JSON.stringify(assessment)));
  return {
    finding,
    until: by.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
    reason: [...new Set(by.map(({ reason }) => reason))].join('; '),
    ...(assessments.size === 1 && first?.assessment !== undefined && { assessment: first.assessment }),
  };
}

/** A notice for each of thousands would hide the others. */
function firstOf(texts: readonly string[]): readonly string[] {
  if (texts.length <= PARTLY_SHOWN_MAX) return texts;
  const rest = texts.length - PARTLY_SHOWN_MAX;
  return [...texts.slice(0, PARTLY_SHOWN_MAX), `${counted(rest)} more findings are accepted in part and still count`];
}

const PARTLY_SHOWN_MAX = 10;

function partlyText({ component }: Finding, covered: number, of: number): string {
  const verb = covered === 1 ? 'is' : 'are';
  return `${componentText(component)} still counts: ${counted(covered)} of its ${counted(of)} vulnerabilities ${verb} accepted`;
}
