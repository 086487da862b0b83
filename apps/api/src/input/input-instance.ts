import type { ObjectStructure, Structure } from './input-structure';

/**
 * The instance of an input class with the members of a plain object that its schema has nothing against. Lists are copied, as
 * class-transformer does.
 */
export function instanceOf({ type, members }: ObjectStructure, plain: object): object {
  const instance = new type() as Record<string, unknown>;
  for (const name of Object.keys(plain)) {
    instance[name] = valueOf(members.get(name)!.structure, (plain as Readonly<Record<string, unknown>>)[name]);
  }
  return instance;
}

function valueOf(structure: Structure, value: unknown): unknown {
  if (structure.kind === 'object') return instanceOf(structure, value as object);
  if (structure.kind !== 'list') return value;
  const list = value as readonly unknown[];
  const { of } = structure;
  return of.kind === 'object' ? list.map((entry) => instanceOf(of, entry as object)) : [...list];
}
