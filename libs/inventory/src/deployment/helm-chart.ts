import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type FileText, type Format } from '../entries/format';
import { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, isFields, objectAt, stringAt } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addImage } from './image-entry';

const NAME = /(?:^|\/)Chart\.(?:yaml|lock)$/;

/** Members in which charts name their images, each a list in YAML as a text: of Artifact Hub, and of Bitnami. */
const IMAGE_LISTS = ['artifacthub.io/images', 'images'] as const;

/**
 * Charts that a Helm chart depends on. No dataset is about charts, so that they are listed apart; images that annotations name are images.
 * Source: helm.sh/docs, "Charts".
 */
export const helmChart: Format = {
  id: 'helm-chart',
  label: 'Chart.yaml and Chart.lock of Helm: charts it depends on, images in its annotations',
  matches: (path) => NAME.test(path),
  read({ text }: FileText, list: EntryList): void {
    const lines = new ScalarLines(text);
    const [chart] = parseYaml(text);
    if (!isFields(chart)) throw new UnreadableFileError('is no chart of Helm: it holds no mapping');
    const kubernetes = stringAt(chart, 'kubeVersion');
    if (kubernetes !== undefined) {
      list.addApart(`kubernetes ${kubernetes}`, 'range', lines.lineOf('kubeVersion', kubernetes));
    }
    for (const dependency of arrayAt(chart, 'dependencies')) addChart(list, lines, dependency);
    for (const key of IMAGE_LISTS) addListed(list, lines, stringAt(objectAt(chart, 'annotations'), key));
  },
};

function addChart(list: EntryList, lines: ScalarLines, dependency: unknown): void {
  const name = stringAt(dependency, 'name') ?? '';
  const version = stringAt(dependency, 'version') ?? '';
  const line = lines.lineOf('name', name);
  const isFolder = (stringAt(dependency, 'repository') ?? '').startsWith('file:');
  const why = isFolder ? 'path' : version === '' ? 'no_version' : EXACT.test(version) ? 'unsupported' : 'range';
  list.addApart(`chart ${name}${version === '' ? '' : ` ${version}`}`, why, line);
}

const EXACT = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** A text that is a list in YAML itself: `- image: nginx:1.25`. What is none says nothing of images. */
function addListed(list: EntryList, lines: ScalarLines, text = ''): void {
  for (const document of text === '' ? [] : parseListed(text)) {
    for (const item of Array.isArray(document) ? (document as unknown[]) : []) {
      const image = stringAt(item, 'image') ?? '';
      if (image !== '') addImage(list, image, lines.lineOf('image', image));
    }
  }
}

function parseListed(text: string): readonly unknown[] {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}
