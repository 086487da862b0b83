import type { EntryList } from '../entries/entry-list';
import { arrayAt, isFields, stringAt, valueAt } from '../syntax/values';
import { addComponent } from './component';
import type { MemberSearch } from './member-search';

/** Whether a JSON value is a document in the context of SPDX 3. */
export function isSpdx3(document: unknown): boolean {
  const context = valueAt(document, '@context');
  return (Array.isArray(context) ? context : [context]).some((one) => typeof one === 'string' && CONTEXT.test(one));
}

const CONTEXT = /^https?:\/\/spdx\.org\/rdf\/3\./;

/**
 * Packages of an SPDX 3.0 document in JSON-LD, also those of AI and data sets, by `software_packageUrl` and their external
 * identifiers. Names are those of the context, which documents have to use. Source: SPDX 3.0.1, Software and Core profiles.
 * @param lines undefined where the document lies in an envelope
 */
export function readSpdx3(document: unknown, lines: MemberSearch | undefined, list: EntryList): void {
  const graph = valueAt(document, '@graph');
  for (const element of Array.isArray(graph) ? graph : [document]) {
    if (isFields(element) && TYPES.has(stringAt(element, 'type') ?? stringAt(element, '@type') ?? '')) {
      addPackage(element, lines, list);
    }
  }
}

const TYPES: ReadonlySet<string> = new Set(['software_Package', 'ai_AIPackage', 'dataset_DatasetPackage']);

function addPackage(element: unknown, lines: MemberSearch | undefined, list: EntryList): void {
  const name = stringAt(element, 'name') ?? '';
  const own = stringAt(element, 'software_packageUrl');
  const identified = identifiersOf(element, 'packageUrl');
  const purls = own === undefined ? identified : [...new Set([own, ...identified])];
  const purpose = stringAt(element, 'software_primaryPurpose');
  addComponent(
    {
      name,
      version: stringAt(element, 'software_packageVersion') ?? null,
      purls,
      cpes: [...identifiersOf(element, 'cpe23'), ...identifiersOf(element, 'cpe22')],
      isOperatingSystem: purpose === 'operatingSystem',
      isSubject: false,
      isDevelopment: false,
      isRange: false,
      line: lineOf(name, own, identified[0], lines),
    },
    list,
  );
}

function identifiersOf(element: unknown, type: string): readonly string[] {
  return arrayAt(element, 'externalIdentifier')
    .filter((one) => stringAt(one, 'externalIdentifierType') === type)
    .map((one) => stringAt(one, 'identifier') ?? '')
    .filter((one) => one !== '');
}

function lineOf(
  name: string,
  own: string | undefined,
  identified: string | undefined,
  lines: MemberSearch | undefined,
): number | undefined {
  if (own !== undefined) return lines?.lineOf('software_packageUrl', own);
  return identified === undefined ? lines?.lineOf('name', name) : lines?.lineOf('identifier', identified);
}
