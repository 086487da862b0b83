import { ServiceError } from '@stackcheck/contract';
import { nearestName } from '@stackcheck/contract/spelling';
import { placeOf, quoted } from '@stackcheck/contract/wording';
import type { ListStructure, Member, ObjectStructure, Structure } from './input-structure';

/** An input of which only what its class may look at is left. */
export interface ReducedInput {
  /** Own names for other names, and in the place of each value of the wrong kind an empty one of that kind. */
  readonly plain: object;
  /** Place of a member by its own name → its place as it was sent, where the two differ. */
  readonly sentAs: ReadonlyMap<string, string>;
}

/**
 * Whether every list is short enough and stands where one may stand; reported by their lengths alone, since whatever comes after this
 * looks at every entry.
 * @throws ServiceError `too_many_items` for a batch over its limit, wherever it stands
 */
export function isWithinBounds({ members, aliases }: ObjectStructure, sent: object, place = ''): boolean {
  let isWithin = true;
  const look = (name: string, { structure }: Member): void => {
    if (structure.kind === 'scalar' || structure.kind === 'open') return;
    if (!isMemberWithin(structure, (sent as Members)[name], placeOf(place, name))) isWithin = false;
  };
  for (const [name, member] of members) look(name, member);
  for (const [alias, name] of aliases) look(alias, members.get(name)!);
  return isWithin;
}

function isMemberWithin(structure: ListStructure | ObjectStructure, value: unknown, place: string): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (structure.kind === 'object') return !Array.isArray(value) && isWithinBounds(structure, value, place);
  if (!Array.isArray(value) || value.length <= structure.max) return true;
  if (!structure.isBatch) return false;
  const message = `${place} holds ${value.length} entries; at most ${structure.max} are allowed`;
  throw new ServiceError('too_many_items', { message });
}

/**
 * What is left of an input for its class to judge, with the same verdict: class-validator looks through whatever stands where it
 * stands, at a hundred times the cost of reading it. Nothing is visited that the structure has no place for, so that the
 * work is bounded by the class's limits and not by the body's.
 * @param kind what a member is called in a message, `property` or `query parameter`
 * @throws ServiceError `bad_request` for a member that is not known, or a list that was sent under two names
 */
export function reduceInput(structure: ObjectStructure, plain: object, kind: string): ReducedInput {
  const sentAs = new Map<string, string>();
  return { plain: reduceObject(structure, plain, { place: '', sentPlace: '', kind, sentAs }), sentAs };
}

type Members = Readonly<Record<string, unknown>>;

interface Walk {
  readonly place: string;
  readonly sentPlace: string;
  readonly kind: string;
  readonly sentAs: Map<string, string>;
}

function reduceObject(structure: ObjectStructure, value: object, walk: Walk): object {
  const reduced: Record<string, unknown> = {};
  for (const sent in value) {
    const name = structure.aliases.get(sent) ?? sent;
    const member = structure.members.get(name);
    if (member === undefined) throw unknownMember(structure, sent, walk);
    if (Object.hasOwn(reduced, name)) throw sentTwice(structure, name, walk);
    const inner = { ...walk, place: placeOf(walk.place, name), sentPlace: placeOf(walk.sentPlace, sent) };
    if (sent !== name) walk.sentAs.set(inner.place, inner.sentPlace);
    reduced[name] = reduce(member.structure, (value as Members)[sent], inner);
  }
  return reduced;
}

function reduce(structure: Structure, value: unknown, walk: Walk): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (structure.kind === 'open') return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return structure.kind === 'list' ? reduceList(structure, value, walk) : [];
  return structure.kind === 'object' ? reduceObject(structure, value, walk) : {};
}

/** One entry more than may be there is enough to see that there are too many. */
function reduceList({ max, of }: ListStructure, list: readonly unknown[], walk: Walk): unknown[] {
  return list.slice(0, max + 1).map((entry, at) => {
    const index = `[${at}]`;
    return reduce(of, entry, { ...walk, place: walk.place + index, sentPlace: walk.sentPlace + index });
  });
}

/** Members have short names; one error for each three letters keeps them apart. */
export function errorsExcused(chars: number): number {
  return Math.floor(chars / 3);
}

function unknownMember({ members, aliases }: ObjectStructure, sent: string, { sentPlace, kind }: Walk): ServiceError {
  const names = [...members.keys()];
  const meant = nearestName(sent, [...names, ...aliases.keys()], errorsExcused);
  const hint = meant === undefined ? '' : `did you mean "${meant}"? `;
  const message = `${kind} ${quoted(placeOf(sentPlace, sent), 100)} is not known; ${hint}known here: ${names.join(', ')}`;
  return new ServiceError('bad_request', { message });
}

function sentTwice({ aliases }: ObjectStructure, name: string, { sentPlace }: Walk): ServiceError {
  const names = [name, ...[...aliases].flatMap(([alias, of]) => (of === name ? [alias] : []))];
  const both = names.map((one) => placeOf(sentPlace, one)).join(' and ');
  return new ServiceError('bad_request', { message: `${both} are two names of one list; send one of them` });
}
