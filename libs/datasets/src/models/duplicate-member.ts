/**
 * The first member name that an object of a JSON text bears twice, with the path of the object; undefined when all are
 * unique. `JSON.parse` keeps the last of them without a word, so a record could hide another (RFC 8259 section 4).
 * @param text a valid JSON text
 */
export function duplicateMember(text: string): string | undefined {
  const open: Container[] = [];
  // Strings, and the marks that open, close or follow something; numbers and words are skipped.
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  let pending: string | undefined;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    if (token === '{') open.push({ names: new Set(), name: '' });
    else if (token === '[') open.push({ names: undefined, name: '' });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const object = open.at(-1);
      const name = JSON.parse(pending ?? '""') as string;
      if (object?.names?.has(name)) return [...pathOf(open.slice(0, -1)), name].join('/');
      object?.names?.add(name);
      if (object !== undefined) object.name = name;
    } else if (token !== ',') pending = token;
  }
  return undefined;
}

/** An object that is not closed yet, with its names so far; an array has none. */
interface Container {
  readonly names: Set<string> | undefined;
  /** The member that is being read. */
  name: string;
}

function pathOf(containers: readonly Container[]): readonly string[] {
  return containers.filter(({ names }) => names !== undefined).map(({ name }) => name);
}
