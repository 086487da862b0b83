/** A metric as an expression names it, with the labels that its selector asks for. */
export interface NamedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

/** What a PromQL expression names; enough of the language for rules and panels. */
export interface Named {
  readonly metrics: readonly NamedMetric[];
  /** Labels by which it sums up. */
  readonly groups: readonly string[];
}

/** Words of the language that stand where a metric might. */
const WORDS = new Set('and bool by group_left group_right ignoring inf nan offset on or unless without'.split(' '));

/** Reads the metrics and labels of an expression, without regard to what it computes. */
export function namedIn(expression: string): Named {
  const plain = expression.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "''");
  const groups = [...plain.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list]) => words(list!));
  const bare = plain.replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ').replace(/\[[^\]]*\]/g, ' ');
  const metrics = [...bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g)].flatMap(
    ([, name, rest = '']) =>
      rest === '(' || WORDS.has(name!.toLowerCase())
        ? []
        : [{ name: name!, labels: [...rest.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!) }],
  );
  return { metrics, groups };
}

function words(list: string): readonly string[] {
  return list.split(',').flatMap((word) => word.trim() || []);
}
