/**
 * The lines of the members of a TOML text by their paths, such as `policy.min_severity` and `accept[1].until`, and of the headers
 * of its tables: `accept[1]`. A member within an inline table or list has none. It reads no values: the text was parsed before.
 */
export function tomlLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const counts = new Map<string, number>();
  let table = '';
  let open: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const at = { isWithin: open !== undefined, number: index + 1 };
    open = openAfter(line, open);
    if (at.isWithin) continue;
    const [, list, name] = /^\s*\[(\[)?([^[\]]+)\]/.exec(line) ?? [];
    const [, key] = /^\s*([\w\-."' ]+?)\s*=/.exec(line) ?? [];
    if (name !== undefined) {
      table = plainKey(name);
      if (list !== undefined) {
        const count = counts.get(table) ?? 0;
        counts.set(table, count + 1);
        table = `${table}[${count}]`;
      }
      lines.set(table, at.number);
    } else if (key !== undefined) {
      lines.set(table === '' ? plainKey(key) : `${table}.${plainKey(key)}`, at.number);
    }
  }
  return lines;
}

function plainKey(key: string): string {
  return key.replace(/["'\s]/g, '');
}

/** The quotes of a text over several lines that is still open after a line. */
function openAfter(line: string, before: string | undefined): string | undefined {
  let open = before;
  for (const [quotes] of line.matchAll(/"""|'''/g)) {
    if (open === undefined) open = quotes;
    else if (open === quotes) open = undefined;
  }
  return open;
}
