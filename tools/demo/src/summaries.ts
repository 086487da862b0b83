/** The fields of an answer that the demo prints. All optional: the demo shows what came and asserts nothing. */
export interface DemoAnswer {
  readonly data?: Record<string, unknown>;
  readonly meta?: Record<string, unknown>;
}

/** A part of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** A product answer: its newest cycles, one line each. */
export function summariseProduct({ data = {} }: DemoAnswer): string[] {
  const cycles = listOf(data['cycles']);
  const shown = cycles.slice(0, 4).map((cycle) => `${text(cycle['cycle'])}: ${cycleWords(cycle)}`);
  return [`${text(data['label'])}, ${cycles.length} release cycles`, ...shown];
}

/** An image answer: the verdict, then each component. */
export function summariseImage({ data = {} }: DemoAnswer): string[] {
  const components = listOf(data['components']).map((part) => {
    const match = part['match'] as Fields | undefined;
    const name = `${text(part['role'])} ${text(part['product'])} ${text(part['version'])}`;
    return match ? `${name}: cycle ${text(match['cycle'])}, ${cycleWords(match)}` : `${name}: ${text(part['reason'])}`;
  });
  const complete = data['complete'] === true ? 'every part known' : 'not every part known';
  return [`${text(data['image'])}: ${text(data['status'])} (${complete})`, ...components];
}

/** A batch answer: the counts, then each item. */
export function summariseCheck({ data = {} }: DemoAnswer): string[] {
  const results = listOf(data['results']).map((result) => {
    const match = result['match'] as Fields | undefined;
    const name = `${text(result['product'])}@${text(result['version'])}`;
    return match
      ? `${name}: cycle ${text(match['cycle'])}, ${cycleWords(match)}`
      : `${name}: ${text(result['reason'])}`;
  });
  return [`${text(data['matched'])} of ${text(data['count'])} found`, ...results];
}

function cycleWords(cycle: Fields): string {
  const end = cycle['eol'] === null ? 'no end date' : `end of life ${text(cycle['eol'])}`;
  return `${text(cycle['status'])}, ${end}, latest ${text(cycle['latest'])}`;
}

/** The objects of a list; none where there is no list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

/** A value as a word. */
export function text(value: unknown): string {
  return value === null || value === undefined ? '-' : String(value);
}
