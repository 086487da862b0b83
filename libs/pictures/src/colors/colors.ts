/**
 * The colours of pages and drawings. Every colour of text has a contrast of at least 4.5 to its ground in both schemes, bars of at
 * least 3 (WCAG 2.2, 1.4.3 and 1.4.11); tests of those who use them compute it.
 */
export const COLORS = {
  light: {
    paper: '#fdfdfc',
    ink: '#1c2321',
    soft: '#55615c',
    line: '#d8ddda',
    shade: '#f2f4f2',
    fail: '#b3261e',
    unknown: '#7b3fa0',
    warn: '#855a00',
    info: '#0b5f8a',
    pass: '#12684a',
    active: '#2f8f6b',
    security: '#b07d00',
    extended: '#7d8a85',
    today: '#b3261e',
  },
  dark: {
    paper: '#121715',
    ink: '#e6ece9',
    soft: '#a3b0aa',
    line: '#34403b',
    shade: '#1b2320',
    fail: '#ff8f85',
    unknown: '#d3a4f2',
    warn: '#e8b94a',
    info: '#7cc4ee',
    pass: '#6fd0a8',
    active: '#4fb58c',
    security: '#c9972b',
    extended: '#7f8d87',
    today: '#ff8f85',
  },
} as const;

/** A scheme as custom properties of CSS: `--paper:#fdfdfc;…`. */
export function colorVariables(colors: Readonly<Record<string, string>>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');
}
