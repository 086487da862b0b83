import type { EntryList } from '../entries/entry-list';
import { eachLine } from '../syntax/lines';
import { addImage } from './image-entry';

/** Lines beyond this length are no lines of a manifest. */
const LINE_LENGTH_MAX = 2000;

/**
 * What the lines of a template say of images: `image: nginx:1.25`, or an expression, which is listed apart. The template's own
 * conditions are not weighed.
 */
export function addTemplateImages(list: EntryList, text: string): void {
  list.addProblem(
    'is a template; only its lines with an image were read: render it (helm template) to have all of them',
  );
  eachLine(text, (line, number) => {
    if (line.length > LINE_LENGTH_MAX || !line.includes('image')) return;
    const [, value = ''] = /^\s*(?:-\s+)?["']?image["']?\s*:\s*(\S.*)$/.exec(line) ?? [];
    const bare = value
      .replace(/\s+#.*$/, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
    if (bare !== '') addImage(list, bare, number);
  });
}
