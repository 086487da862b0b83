import type { FileText, Format } from '../entries/format';
import type { EntryList } from '../entries/entry-list';
import { addReplaced } from './go-mod';
import { eachGoDirective } from './go-directives';
import { addRuntime } from '../syntax/runtime-demand';

/**
 * `go.work`: the lowest Go that its modules need, the toolchain that is used where it is newer, and what replaces modules of all of them (Go
 * reference, "go.work files").
 */
export const goWork: Format = {
  id: 'go-work',
  label: 'go.work of Go workspaces: go, toolchain and replace',
  matches: (path) => /(?:^|\/)go\.work$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    eachGoDirective(text, ({ verb, words, line }) => {
      const [written = ''] = words;
      if (verb === 'replace') addReplaced(words, line, list);
      else if ((verb === 'go' || verb === 'toolchain') && written !== '' && written !== 'default')
        addRuntime(list, { tool: 'go', written, where: `go.work ${verb}`, line });
    });
  },
};
