import { NameSetBuilder, type NameSet } from '@stackcheck/osv-core/name-sets';
import { HEAVY_FROM, type PackageTable } from '@stackcheck/datasets/advisories';
import { listIn, toNameRow } from './rows';
import type { SectionReader } from './section-reader';

/** The table of a pack's packages: an ecosystem is read when it is first asked about. */
export function packNames(section: SectionReader): PackageTable {
  const known = new Map<string, EcosystemNames>();
  const of = (ecosystem: string): EcosystemNames => {
    let names = known.get(ecosystem);
    if (names === undefined) known.set(ecosystem, (names = readNames(section, ecosystem)));
    return names;
  };
  return {
    weightOf: (ecosystem, name) => of(ecosystem).weights.get(name) ?? 0,
    namesOf: (ecosystem) => of(ecosystem).names,
  };
}

interface EcosystemNames {
  readonly weights: ReadonlyMap<string, number>;
  readonly names: NameSet | undefined;
}

/** As `tabulate` has it of an index file. */
function readNames(section: SectionReader, ecosystem: string): EcosystemNames {
  const weights = new Map<string, number>();
  const entry = section.find([ecosystem]);
  if (entry === undefined) return { weights, names: undefined };
  let builder: NameSetBuilder | undefined;
  for (const row of listIn(entry)) {
    const [name, advisories, malware] = toNameRow(row);
    if (advisories >= HEAVY_FROM) weights.set(name, advisories);
    if (malware !== advisories) (builder ??= new NameSetBuilder()).add(name, advisories);
  }
  return { weights, names: builder?.build() };
}
