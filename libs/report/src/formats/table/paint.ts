import type { Level, StackVerdict } from '@stackcheck/stack-core/report';

/** Colours for parts of a line that has been measured and padded already. */
export interface Paint {
  level(level: Level | StackVerdict, text: string): string;
  strong(text: string): string;
  soft(text: string): string;
}

/** ANSI colours (ECMA-48 SGR) of the sixteen that every terminal lets its user choose, or none. */
export function paintWith(colors: boolean): Paint {
  if (!colors) return { level: (_level, text) => text, strong: (text) => text, soft: (text) => text };
  return {
    level: (level, text) => sgr(LEVEL_CODES[level], text),
    strong: (text) => sgr('1', text),
    soft: (text) => sgr('2', text),
  };
}

const LEVEL_CODES: Readonly<Record<Level | StackVerdict, string>> = {
  fail: '1;31',
  unknown: '1;35',
  warn: '1;33',
  info: '36',
  pass: '1;32',
};

function sgr(code: string, text: string): string {
  return `\u001b[${code}m${text}\u001b[0m`;
}
