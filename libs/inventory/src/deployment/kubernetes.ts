import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type FileText, type Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { LineCursor } from '../syntax/line-cursor';
import { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, isFields, stringAt, valueAt, type Fields } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addOperatorImages } from './helm-values';
import { addImage } from './image-entry';
import { addTemplateImages } from './template-images';

/** Lists of containers in pods, of volumes that are images, and of steps in tasks that become pods (Tekton). */
const LISTS: ReadonlySet<string> = new Set([
  'containers',
  'initContainers',
  'ephemeralContainers',
  'sidecars',
  'steps',
  'volumes',
]);
/** Single ones, in templates of workflows (Argo). */
const SINGLE: ReadonlySet<string> = new Set(['container', 'script']);

/**
 * Images of the containers of Kubernetes objects, at any depth of them, lists and several documents included; of other groups than
 * Kubernetes' own also those of operators, in the forms that values of charts have.
 */
export const kubernetes: Format = {
  id: 'kubernetes',
  label: 'Kubernetes manifests: any YAML or JSON with apiVersion and kind',
  matches: () => false,
  recognizes: (head) => isYamlObject(head) || isJsonObject(head),
  read({ text }: FileText, list: EntryList): void {
    const documents = documentsOf(text, list);
    if (documents === undefined) return;
    const lines = new ScalarLines(text);
    const objects = documents.filter(isObject);
    if (objects.length === 0) throw new UnreadableFileError('holds no object with apiVersion and kind');
    for (const object of objects) {
      if (object['kind'] === 'Kustomization') {
        addReplacements(list, lines, object);
        addFetched(list, lines, object);
      }
      addContainers(list, lines, object);
      if (isCustom(object)) addOperatorImages(list, lines, valueAt(object, 'spec'));
    }
  },
};

/** Templates of Helm are often no YAML; what their lines say of images is read then, and undefined returned. */
function documentsOf(text: string, list: EntryList): readonly unknown[] | undefined {
  if (/^\s*[{[](?![{%])/.test(text)) {
    const value = parseJson(text);
    return Array.isArray(value) ? (value as unknown[]) : [value];
  }
  try {
    return parseYaml(text);
  } catch (error) {
    if (!(error instanceof UnreadableFileError) || !text.includes('{{')) throw error;
    addTemplateImages(list, text);
    return undefined;
  }
}

function isObject(document: unknown): document is Fields {
  return stringAt(document, 'apiVersion') !== undefined && stringAt(document, 'kind') !== undefined;
}

function addContainers(list: EntryList, lines: ScalarLines, value: unknown): void {
  if (Array.isArray(value)) return (value as unknown[]).forEach((item) => addContainers(list, lines, item));
  if (!isFields(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const containers =
      LISTS.has(key) && Array.isArray(member) ? (member as unknown[]) : SINGLE.has(key) ? [member] : [];
    for (const container of containers) {
      const volume = stringAt(valueAt(container, 'image'), 'reference');
      const image = volume ?? stringAt(container, 'image') ?? '';
      if (image === '' || image === 'null' || image === '~') continue;
      addImage(list, image, lines.lineOf(volume === undefined ? 'image' : 'reference', image));
    }
    addContainers(list, lines, member);
  }
}

/** Whether it is of a group that somebody else defines: those of Kubernetes have no dot, or end with `k8s.io`. */
function isCustom(object: Fields): boolean {
  const [group = ''] = (stringAt(object, 'apiVersion') ?? '').split('/', 1);
  return group.includes('.') && !group.endsWith('k8s.io');
}

/** Kustomize puts other tags and names in the place of those in the manifests. */
function addReplacements(list: EntryList, lines: ScalarLines, kustomization: Fields): void {
  for (const image of arrayAt(kustomization, 'images')) {
    const name = stringAt(image, 'newName') ?? stringAt(image, 'name');
    const tag = stringAt(image, 'newTag');
    const digest = stringAt(image, 'digest');
    if (name === undefined || (tag ?? digest) === undefined) continue;
    const line = tag === undefined ? lines.lineOf('digest', digest ?? '') : lines.lineOf('newTag', tag);
    addImage(list, `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`, line);
  }
}

/** What Kustomize fetches: resources of other repositories, and charts. */
function addFetched(list: EntryList, lines: ScalarLines, kustomization: Fields): void {
  for (const key of ['resources', 'bases', 'components']) {
    for (const resource of arrayAt(kustomization, key)) {
      if (typeof resource === 'string' && /:\/\/|^git@|\?ref=|^[\w-]+(?:\.[\w-]+)+\//.test(resource))
        list.addApart(
          resource,
          /^https?:\/\/[^?]*\.ya?ml$/.test(resource) ? 'url' : 'git',
          lines.lineOf(key, resource),
        );
    }
  }
  for (const chart of arrayAt(kustomization, 'helmCharts')) {
    const name = stringAt(chart, 'name') ?? '';
    list.addApart(
      `chart ${name} ${stringAt(chart, 'version') ?? ''}`.trim(),
      'unsupported',
      lines.lineOf('name', name),
    );
  }
}

/** Both keys at the beginning of a line, in a text that begins as YAML does: a page of prose may show a manifest, and is none. */
function isYamlObject(head: string): boolean {
  if (!/^["']?apiVersion["']?[ \t]*:/m.test(head) || !/^["']?kind["']?[ \t]*:/m.test(head)) return false;
  const lines = new LineCursor(head);
  while (lines.next()) {
    const line = lines.text.trim();
    if (!/^(?:$|#|---|%|\{\{)/.test(line)) return /^["']?[A-Za-z][\w.-]*["']?[ \t]*:/.test(line);
  }
  return false;
}

function isJsonObject(head: string): boolean {
  return /^\s*[{[](?![{%])/.test(head) && /"apiVersion"\s*:/.test(head) && /"kind"\s*:/.test(head);
}
