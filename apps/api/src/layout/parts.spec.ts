import { execFileSync } from 'node:child_process';
import { inAbout, shellWord, withCode } from './parts';

test.each([
  [0, 'today'],
  [1, 'in 1 day'],
  [-1, '1 day ago'],
  [183, 'in 183 days'],
  [-184, '6 months ago'],
  [365, 'in 11 months'],
  [366, 'in 12 months'],
  [-730, '23 months ago'],
  [731, 'in 2 years'],
  [-3126, '8 years ago'],
])('%d days are %s', (days, words) => expect(inAbout(days)).toBe(words));

test('code between backticks is code, codes of errors lead to their line, and markup stays text', () => {
  const { text } = withCode('The `since` of <b>, `stale_data`, `eol_complete`; one ` alone');

  expect(text.replace(/\s+/g, ' ')).toBe(
    'The <code class="one">since</code> of &#60;b&#62;, <a href="/docs/errors#stale_data"><code>stale_data</code></a>, <code class="one">eol_complete</code>; one &#96; alone',
  );
});

test.each(["http://a.example/v1/eol/a';id;'b", "'", '\'\'$(id)`id`\\\n"x"', 'plain'])(
  'a shell reads %j as one word',
  (text) => {
    const read = execFileSync('sh', ['-c', `printf '%s|' ${shellWord(text)} end`], { encoding: 'utf8' });

    expect(read).toBe(`${text}|end|`);
  },
);
