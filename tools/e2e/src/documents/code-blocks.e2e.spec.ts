import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../service/repository';
import { codeBlocks, placeOf, type CodeBlock } from './code-blocks';
import { RUN_BY } from './run-by';
import { allCodeBlocks } from './pages';

const blocks = allCodeBlocks().map((block) => [placeOf(block), block] as const);

describe('the code blocks of all pages', () => {
  it('are found', () => {
    const page = 'a\n\n```sh\nnpm start\n```\n\n- b\n\n  ```js  verify\n  x\n  ```\n';

    expect(codeBlocks('page.md', page)).toEqual([
      { page: 'page.md', line: 3, language: 'sh', words: [], text: 'npm start\n' },
      { page: 'page.md', line: 9, language: 'js', words: ['verify'], text: 'x\n' },
    ]);
    expect(() => codeBlocks('page.md', '```\nnever closed\n')).toThrow('page.md:1');
    expect(blocks.length).toBeGreaterThan(20);
  });

  it.each(blocks)('%s is run by a test, or says that it is output', (_place, block) => {
    const spec = specOf(block);

    expect(spec).toBeDefined();
    if (spec === 'output') return;
    expect(existsSync(join(ROOT, spec!))).toBe(true);
    if (spec !== LIBRARIES && spec !== COMMANDS && spec !== BODIES) {
      expect(readFileSync(join(ROOT, spec!), 'utf8')).toContain(basename(block.page));
    }
  });

  it('are named by no rule for a block that is gone', () => {
    const stale = RUN_BY.filter((rule) => !blocks.some(([, block]) => rule.page === block.page && begins(block, rule)));

    expect(stale).toEqual([]);
  });
});

const HERE = 'tools/e2e/src/documents';
const LIBRARIES = `${HERE}/library-examples.e2e.spec.ts`;
const COMMANDS = `${HERE}/commands.e2e.spec.ts`;
const BODIES = `${HERE}/bodies.e2e.spec.ts`;

/** The spec that runs a block, `output` for one that shows what something prints, undefined for one that nobody runs. */
function specOf(block: CodeBlock): string | undefined {
  const { page, language, words } = block;
  const rule = RUN_BY.find((one) => one.page === page && begins(block, one));
  if (rule) return rule.spec;
  if (language === 'sh' && words.length === 0) return COMMANDS;
  if (language === 'json' && words.length === 2) return BODIES;
  if (language === 'text') return 'output';
  if (/^libs\/[^/]+\/README\.md$/.test(page) && /^[jt]s$/.test(language) && words.length === 0) return LIBRARIES;
  return undefined;
}

function begins({ text }: CodeBlock, { begins: start }: { readonly begins: string }): boolean {
  return text.startsWith(start);
}
