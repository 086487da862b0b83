/**
 * The place of the first member whose name an object of a JSON text bears twice; undefined when all are unique. `JSON.parse`
 * keeps the last of them without a word, so a record could hide another (RFC 8259 section 4).
 * @param text a valid JSON text
 * @returns names of members and positions in arrays, from the top
 */
export function duplicateMember(text: string): readonly (string | number)[] | undefined {
  const open: Container[] = [];
  // Strings, and the marks that open, close or follow something; numbers and words are skipped.
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  let pending: string | undefined;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    const container = open.at(-1);
    if (token === '{') open.push({ names: new Set(), step: '' });
    else if (token === '[') open.push({ names: undefined, step: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && container !== undefined) {
      const name = JSON.parse(pending ?? '""') as string;
      container.step = name;
      if (container.names?.has(name)) return open.map(({ step }) => step);
      container.names?.add(name);
    } else if (token === ',') {
      if (typeof container?.step === 'number') container.step += 1;
    } else pending = token;
  }
  return undefined;
}

/** An object or array that is not closed yet; an object with its names so far. */
interface Container {
  readonly names: Set<string> | undefined;
  /** The member or position that is being read. */
  step: string | number;
}
