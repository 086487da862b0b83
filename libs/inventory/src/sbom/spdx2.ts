import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError } from '../entries/format';
import { arrayAt, stringAt } from '../syntax/values';
import { addComponent } from './component';
import type { ComponentLines } from './component-lines';

/** Whether a JSON value says of itself that it is an SPDX 2 document. */
export function isSpdx2(document: unknown): boolean {
  return stringAt(document, 'spdxVersion') !== undefined;
}

/**
 * Packages of an SPDX 2.2 or 2.3 document, by the package URLs and CPEs among their external references; what the document describes
 * is a package like others. Source: SPDX 2.3, clauses 7.2, 7.3, 7.21 and 7.24, JSON.
 * @param lines undefined where the document lies in an envelope
 */
export function readSpdx2(document: unknown, lines: ComponentLines | undefined, list: EntryList): void {
  const version = stringAt(document, 'spdxVersion') ?? '';
  if (!version.startsWith('SPDX-2.')) {
    throw new UnreadableFileError(`has spdxVersion "${version.slice(0, 20)}", which is not known`);
  }
  for (const item of arrayAt(document, 'packages')) {
    const name = stringAt(item, 'name') ?? '';
    const purls = locatorsOf(item, PURL);
    addComponent(
      {
        name,
        version: statedOf(stringAt(item, 'versionInfo')),
        purls,
        cpes: locatorsOf(item, CPE),
        isOperatingSystem: isOperatingSystem(item),
        isSubject: false,
        isDevelopment: false,
        isRange: false,
        line:
          purls[0] === undefined
            ? lines?.lineOf('name', name, item)
            : lines?.lineOf('referenceLocator', purls[0], item),
      },
      list,
    );
  }
}

/** Types of references by their names, or as the URIs that those stand for. */
const PURL = /(?:^|\/)purl$/;
const CPE = /(?:^|\/)cpe2[23]Type$/;

function locatorsOf(item: unknown, type: RegExp): readonly string[] {
  const locators = arrayAt(item, 'externalRefs')
    .filter((reference) => type.test(stringAt(reference, 'referenceType') ?? ''))
    .map((reference) => stringAt(reference, 'referenceLocator') ?? '');
  return [...new Set(locators)].filter((locator) => locator !== '');
}

/** `NOASSERTION` and `NONE` state nothing. */
function statedOf(text: string | undefined): string | null {
  return text === undefined || text === '' || text === 'NOASSERTION' || text === 'NONE' ? null : text;
}

/** By its purpose (2.3); Trivy's documents of 2.2 say it by the id alone. */
function isOperatingSystem(item: unknown): boolean {
  const purpose = stringAt(item, 'primaryPackagePurpose') ?? '';
  return (
    /^OPERATING[-_]SYSTEM$/.test(purpose) || (stringAt(item, 'SPDXID') ?? '').startsWith('SPDXRef-OperatingSystem-')
  );
}
