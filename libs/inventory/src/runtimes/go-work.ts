import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { eachLine } from '../syntax/lines';
import { addRuntime } from '../syntax/runtime-demand';

/** `go.work`: the lowest Go that its modules need, and the toolchain that is used where it is newer (Go reference, "go.work files"). */
export const goWork: Format = {
  id: 'go-work',
  label: 'go.work of Go workspaces: go and toolchain',
  matches: (path) => /(?:^|\/)go\.work$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    eachLine(text, (content, number) => {
      const [, directive, written] = /^\s*(go|toolchain)\s+(\S+)/.exec(content) ?? [];
      if (directive === undefined || written === undefined || written === 'default') return;
      addRuntime(list, { tool: 'go', written, where: `go.work ${directive}`, line: number });
    });
  },
};
