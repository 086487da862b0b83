import { parseReference } from '@stackcheck/image-parser';
import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { ScalarLines } from '../syntax/scalar-lines';
import { isFields, stringAt, type Fields } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addImage, isPinned } from './image-entry';

const NAME = /(?:^|[/._-])values(?:[._-][^/]+)?\.ya?ml$/i;

/** Images in the values of Helm charts, in the forms that charts commonly have. */
export const helmValues: Format = {
  id: 'helm-values',
  label: 'values.yaml of Helm charts and its variants: image as a text, or as registry, repository, tag and digest',
  matches: (path) => NAME.test(path),
  read({ text }: FileText, list: EntryList): void {
    const values = new Values(list, new ScalarLines(text));
    for (const document of parseYaml(text)) values.walk(document);
  },
};

/** Images in the specification of an operator's object, as far as they have a tag or digest: other texts of this name are none. */
export function addOperatorImages(list: EntryList, lines: ScalarLines, specification: unknown): void {
  new Values(list, lines, true).walk(specification);
}

class Values {
  constructor(
    private readonly list: EntryList,
    private readonly lines: ScalarLines,
    private readonly isPinnedOnly = false,
  ) {}

  walk(value: unknown): void {
    if (Array.isArray(value)) return (value as unknown[]).forEach((item) => this.walk(item));
    if (!isFields(value)) return;
    const repository = textAt(value, 'repository');
    if (repository !== undefined && hasVersion(value)) this.parts(value, repository, 'repository');
    for (const [key, member] of Object.entries(value)) {
      if ((key === 'image' || (key === 'imageName' && this.isPinnedOnly)) && typeof member === 'string')
        this.text(value, key, member);
      else if (key === 'image' && isFields(member)) this.object(member);
      else this.walk(member);
    }
  }

  /** `image: nginx`, whose tag may stand next to it. */
  private text(siblings: Fields, key: string, image: string): void {
    if (isEmpty(image)) return;
    const tag = textAt(siblings, 'imageTag') ?? textAt(siblings, 'tag');
    const ref = tag === undefined || isPinned(image) ? image : `${image}:${tag}`;
    if (this.isPinnedOnly && (!isPinned(ref) || 'fault' in parseReference(ref))) return;
    addImage(this.list, ref, this.lines.lineOf(key, image));
  }

  private object(image: Fields): void {
    const name = textAt(image, 'repository') ?? textAt(image, 'name');
    if (name === undefined) return this.walk(image);
    this.parts(image, name, textAt(image, 'repository') === undefined ? 'name' : 'repository');
  }

  /** Without a tag the version of the chart's application is meant, which stands in another file. */
  private parts(image: Fields, name: string, key: string): void {
    const registry = textAt(image, 'registry');
    const tag = textAt(image, 'tag');
    const digest = textAt(image, 'digest');
    const line = this.lines.lineOf(key, name);
    const whole = `${registry === undefined ? '' : `${registry}/`}${name}`;
    if (name.includes('://')) this.list.addApart(name, 'url', line);
    else if (tag === undefined && digest === undefined && !isPinned(name))
      this.list.addApart(whole, 'no_version', line);
    else {
      const version = `${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
      addImage(this.list, `${whole}${version}`, line);
    }
  }
}

function hasVersion(value: Fields): boolean {
  return Object.hasOwn(value, 'tag') || Object.hasOwn(value, 'digest');
}

function textAt(value: Fields, key: string): string | undefined {
  const text = stringAt(value, key);
  return text === undefined || isEmpty(text) ? undefined : text.trim();
}

/** YAML is read as texts alone, so that nothing is one of these. */
function isEmpty(text: string): boolean {
  return ['', '~', 'null', 'Null', 'NULL'].includes(text.trim());
}
