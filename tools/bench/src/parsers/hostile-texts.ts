/** A text that repeats one piece, as far as it says what it is. */
export interface HostileText {
  /** In a few words, for a table. */
  readonly shape: string;
  /** The text, of about so many bytes. */
  of(bytes: number): string;
}

/** Pieces that make regular expressions, orders of versions, decoders and grammars work hardest when they are repeated. */
const PIECES: readonly string[] = [
  ...[
    'a',
    'A',
    '0',
    '9',
    ' ',
    '.',
    '-',
    '/',
    '_',
    '~',
    '@',
    '#',
    '?',
    ':',
    ',',
    '=',
    '%',
    '\\',
    '"',
    "'",
    '\n',
    '\t',
    '\0',
  ],
  ...[
    '1.',
    '1-a',
    'a1',
    'a.',
    'a-',
    '-a-',
    '^1',
    '_1',
    '1!',
    '1e9',
    '00',
    '0.',
    'x.',
    '.post1',
    '_git1',
    '.0',
    '//',
    '/../',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '[[',
    '{"a":',
    '"a",',
    '1,',
    '{=',
    '${a}',
    '{{',
    '||',
    '&a=b',
    '%2',
    '%41',
    '\\"',
    '&amp;',
  ],
  ...[
    'CVE-',
    'CVE-2021-1,',
    'https://',
    'CVSS:3.1/a:b/',
    'pkg:docker/a',
    '__proto__',
    'eyJ',
    'é',
    'İ',
    '😀',
    '\ud800',
    '\u200b',
  ],
  ...[
    'a b ',
    'a=1,',
    '- a\n',
    'a: b\n',
    '  a:\n',
    '&a [*a]\n',
    'a=b\n',
    '# \n',
    'a\\\n',
    '[a]\n',
    'FROM a\n',
    '<a>',
    '<a b="c"/>',
  ],
  ...['<!--', '-->', '"""', "'''", ' || ', '>=1 ', '+', '*', 'v', 'rc'],
];

/** After the last piece: nothing, and what makes most patterns fail at the very end. */
const ENDS: readonly string[] = ['', '\n!'];

/** Hostile texts that begin in one of these ways. */
export function hostileTexts(starts: readonly string[]): readonly HostileText[] {
  return ['', ...starts].flatMap((start) =>
    PIECES.flatMap((piece) =>
      ENDS.map((end) => ({
        shape: `${JSON.stringify(start + piece)} …${end === '' ? '' : ' !'}`,
        of: (bytes: number) => start + piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece))) + end,
      })),
    ),
  );
}
