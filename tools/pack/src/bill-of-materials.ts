import type { Library } from './library';

/** A part of a bill of materials, of which `bom-ref` is `name@version`. */
interface Component {
  readonly 'bom-ref': string;
}

/** What is read of `npm sbom`'s CycloneDX. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * A bill of materials about one library, out of npm's about the whole repository.
 * @param directOf the packages that each published library depends on, by its name; what only their sources need is left out
 * @throws Error where npm's bill lacks the library or one of these
 */
export function billOf(
  { name, manifest }: Library,
  directOf: ReadonlyMap<string, ReadonlySet<string>>,
  bill: Bill,
): Bill {
  const own = `${name}@${manifest.version}`;
  const component = bill.components.find((part) => part['bom-ref'] === own);
  if (component === undefined) throw new Error(`the bill of materials of ${name} does not name it`);
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, published(ref, dependsOn, directOf)]));
  const reached = reachedFrom(own, edges);
  const listed = new Set([...reached].map(packageName));
  for (const dependency of directOf.get(name) ?? []) {
    if (!listed.has(dependency)) throw new Error(`the bill of materials of ${name} lacks ${dependency}`);
  }
  return {
    ...bill,
    metadata: { ...bill.metadata, component },
    components: bill.components.filter((part) => part !== component && reached.has(part['bom-ref'])),
    dependencies: [...reached].map((ref) => ({ ref, dependsOn: edges.get(ref) ?? [] })),
  };
}

function published(
  ref: string,
  dependsOn: readonly string[],
  directOf: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const direct = directOf.get(packageName(ref));
  return direct === undefined ? dependsOn : dependsOn.filter((other) => direct.has(packageName(other)));
}

function reachedFrom(start: string, edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);
  return reached;
}

function packageName(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('@'));
}
