import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { ScalarLines } from '../syntax/scalar-lines';
import { entriesAt, isFields, objectAt, stringAt, valueAt, type Fields } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addImage } from './image-entry';
import { substitute } from './substitute';

const NAME = /(?:^|[/_.-])(?:docker-)?compose(?:[._-][^/]+)?\.ya?ml$/i;

/** Images of the services of Compose files; those that are built are the work of their Dockerfiles and listed apart. */
export const compose: Format = {
  id: 'compose',
  label: 'compose.yaml, docker-compose.yml and their variants',
  matches: (path) => NAME.test(path),
  read({ text }: FileText, list: EntryList): void {
    const lines = new ScalarLines(text);
    for (const document of parseYaml(text)) {
      for (const [name, service] of servicesOf(document)) addService(list, lines, name, service);
    }
  },
};

/** Of every profile. The first form of these files had services at its top. */
function servicesOf(document: unknown): readonly (readonly [string, Fields])[] {
  const isFirstForm = valueAt(document, 'services') === undefined && isFields(document);
  const members = isFirstForm ? Object.entries(document) : entriesAt(document, 'services');
  return members.flatMap(([name, service]) => {
    if (!isFields(service)) return [];
    const isService = !isFirstForm || ['image', 'build', 'extends'].some((key) => Object.hasOwn(service, key));
    return isService && !name.startsWith('x-') ? [[name, service] as const] : [];
  });
}

function addService(list: EntryList, lines: ScalarLines, name: string, service: Fields): void {
  const image = stringAt(service, 'image') ?? '';
  if (valueAt(service, 'build') !== undefined) return list.addApart(name, 'path', lines.lineOfKey(name));
  if (image !== '') {
    const line = lines.lineOf('image', image);
    const ref = substitute(image, { valueOf: () => undefined, escape: '$', quotes: false });
    if (ref === undefined) list.addApart(image, 'variable', line);
    else if (ref !== '') addImage(list, ref, line);
    return;
  }
  // A service of the same file is read as itself.
  const file = stringAt(objectAt(service, 'extends'), 'file') ?? '';
  if (file !== '') list.addApart(`${name} (extends ${file})`, 'path', lines.lineOf('file', file));
}
