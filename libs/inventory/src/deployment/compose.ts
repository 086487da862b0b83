import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, entriesAt, isFields, objectAt, stringAt, valueAt, type Fields } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addBuild, inlineBlocks } from './compose-build';
import { addImage } from './image-entry';
import { substitute } from './substitute';

const NAME = /(?:^|[/_.-])(?:docker-)?compose(?:[._-][^/]+)?\.ya?ml$/i;

/**
 * Images of the services of Compose files; those that are built are the work of their Dockerfiles and listed apart. Other Compose files
 * that are included or extended are read as well.
 */
export const compose: Format = {
  id: 'compose',
  label: 'compose.yaml, docker-compose.yml and their variants',
  matches: (path) => NAME.test(path),
  read({ text }: FileText, list: EntryList): void {
    const lines = new ScalarLines(text);
    const blocks = inlineBlocks(text);
    for (const document of parseYaml(text)) {
      for (const [name, service] of servicesOf(document)) addService(list, { lines, blocks, name }, service);
      for (const included of arrayAt(document, 'include')) addIncluded(list, lines, included);
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

interface ServicePlace {
  readonly lines: ScalarLines;
  readonly blocks: ReadonlySet<number>;
  readonly name: string;
}

function addService(list: EntryList, { lines, blocks, name }: ServicePlace, service: Fields): void {
  const image = stringAt(service, 'image') ?? '';
  const build = valueAt(service, 'build');
  if (build !== undefined) {
    const line = lines.lineOfKey(name);
    list.addApart(name, 'path', line);
    return addBuild(list, build, { lines, blocks, line });
  }
  if (image !== '') {
    const line = lines.lineOf('image', image);
    const ref = substitute(image, { valueOf: () => undefined, escape: '$', quotes: false });
    if (ref === undefined) list.addApart(image, 'variable', line);
    else if (ref !== '') addImage(list, ref, line);
    return;
  }
  // A service of the same file is read as itself.
  const file = stringAt(objectAt(service, 'extends'), 'file') ?? '';
  if (file !== '') addFile(list, `${name} (extends ${file})`, file, lines.lineOf('file', file));
}

/** A path, or an object with one or several of them, which are put together. */
function addIncluded(list: EntryList, lines: ScalarLines, included: unknown): void {
  const paths = typeof included === 'string' ? included : valueAt(included, 'path');
  for (const path of Array.isArray(paths) ? (paths as unknown[]) : [paths]) {
    if (typeof path === 'string' && path !== '') addFile(list, `include ${path}`, path, lines.lineOf('include', path));
  }
}

function addFile(list: EntryList, name: string, path: string, line: number | undefined): void {
  if (path.includes('$') || path.includes('://'))
    return list.addApart(name, path.includes('$') ? 'variable' : 'url', line);
  list.addApart(name, 'path', line);
  list.addReference({ path, format: 'compose', isPart: true, ...(line !== undefined && { line }) });
}
