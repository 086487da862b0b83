/** Texts that break a document whose writer forgets to escape. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  ']]>',
  '&amp;&#0;&bogus;',
  'BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT',
  'a;b,c\\d\\n',
  '\u0000\u0007\u001b[31m',
  '\ud800 lone',
  '\u202egnp.exe',
  '\uffff\ufdd0',
  '漢字 한국 👩‍👩‍👧 e\u0301',
  'javascript:alert(1)//',
  '../../etc/passwd?#%zz',
];
