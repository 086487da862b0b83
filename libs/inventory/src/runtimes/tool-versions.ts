import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { eachLine } from '../syntax/lines';
import { addRuntime } from '../syntax/runtime-demand';

/** Versions of one tool that are tried in turn. */
const VERSIONS_MAX = 100;

/** `.tool-versions` of asdf and mise: a tool and its versions in each line; all of them may be used, in their order. */
export const toolVersions: Format = {
  id: 'tool-versions',
  label: '.tool-versions of asdf and mise',
  matches: (path) => path.endsWith('.tool-versions'),
  read({ text }: FileText, list: EntryList): void {
    eachLine(text, (content, number) => {
      const [tool = '', ...versions] = content.replace(/#.*$/, '').trim().split(/\s+/, VERSIONS_MAX);
      if (tool === '') return;
      if (versions.length === 0) list.addApart(tool, 'no_version', number);
      for (const written of versions) {
        addRuntime(list, { tool, written, where: `.tool-versions ${tool}`, line: number });
      }
    });
  },
};
