/** Members that hold a sentence of ours for a person. */
const PROSE = new Set([
  'text',
  'message',
  'why',
  'advice',
  'markdown',
  'notice',
  'next',
  'note',
  'detail',
  'hint',
  'basis',
  'when',
]);

/** What no sentence of ours holds. A fragment that the caller sent is an echo and no fault. */
const FORBIDDEN: readonly RegExp[] = [
  // Placeholders that were never filled in.
  /\b(?:VERSION|TAG|PRODUCT|CYCLE|IMAGE|PACKAGE|PLACEHOLDER|TO[D]O|FIX[M]E|X{3})\b/,
  /\$\{|\{[a-z_]+\}|%[sdj]\b/,
  // Values of a program instead of words.
  /\b(?:undefined|NaN|Infinity)\b|\[object/,
  /(?<!\bor )(?<!\bnot )\bnull\b/,
  // Names that only the code knows.
  /\((?:switch|base_os|runtime|image)\)|\bas a whole\b|\b(?:base_os|unknown_version|no_version|digest_only)\b(?!,|\))/,
  // One of something is not several, and nothing is said twice.
  /\b1 (?!is\b|was\b|has\b|its\b|this\b|ends\b|fixes\b|clears\b|gets\b|needs\b)(?:other |exploited |more |known )?[a-z]+[^s\W]s\b/,
  /\b([a-z]+) \1\b/,
  /  |\s[,;:](?:\s|$)|\w\.\.(?:\s|$)|;;|::(?!\S)/,
];

/** Every sentence of an answer that holds what none may hold, with what it is. */
export function proseFaults(answer: unknown, sent: string): readonly string[] {
  return [...sentencesIn(answer)].flatMap((sentence) =>
    FORBIDDEN.flatMap((pattern) => {
      const [found] = pattern.exec(sentence) ?? [];
      return found === undefined || sent.includes(found.trim()) ? [] : [`${JSON.stringify(found)} in: ${sentence}`];
    }),
  );
}

function* sentencesIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string') {
    if (PROSE.has(name)) yield value;
  } else if (Array.isArray(value)) {
    for (const entry of value) yield* sentencesIn(entry, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, part] of Object.entries(value)) yield* sentencesIn(part, member);
  }
}
