import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { LineCursor } from '../syntax/line-cursor';
import { addRuntime } from '../syntax/runtime-demand';

/** `go.work`: the lowest Go that its modules need, and the toolchain that is used where it is newer (Go reference, "go.work files"). */
export const goWork: Format = {
  id: 'go-work',
  label: 'go.work of Go workspaces: go and toolchain',
  matches: (path) => /(?:^|\/)go\.work$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const lines = new LineCursor(text);
    while (lines.next()) {
      const [, directive, written] = /^\s*(go|toolchain)\s+(\S+)/.exec(lines.text) ?? [];
      if (directive === undefined || written === undefined || written === 'default') continue;
      addRuntime(list, { tool: 'go', written, where: `go.work ${directive}`, line: lines.number });
    }
  },
};
