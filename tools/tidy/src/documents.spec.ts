import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot, manifestOf, repositoryFiles, textOf } from './workspace';

const pages = repositoryFiles().filter((file) => file.endsWith('.md'));

describe('documents', () => {
  it('link to files that exist', () => {
    const dead = pages.flatMap((page) =>
      relativeLinks(textOf(page))
        .filter((link) => !existsSync(inRoot(join(dirname(page), link))))
        .map((link) => `${page} -> ${link}`),
    );

    expect(dead).toEqual([]);
  });

  it('docs/adr is numbered from 0001 without a gap or a double', () => {
    const numbers = readdirSync(inRoot('docs', 'adr'))
      .filter((name) => /^\d{4}-.*\.md$/.test(name))
      .map((name) => Number(name.slice(0, 4)))
      .sort((a, b) => a - b);

    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('the newest entry of CHANGELOG.md is the version in package.json', () => {
    const newest = /^## \[?v?(\d+\.\d+\.\d+)/m.exec(textOf('CHANGELOG.md'))?.[1];

    expect(newest).toBe(manifestOf('.').version);
  });

  it('the README names every command of package.json that a person would type', () => {
    const readme = textOf('README.md');
    const commands = ['start', 'test', 'api', 'ingest', 'snapshots', 'demo', 'build', 'check', 'bench'];
    const missing = commands.filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme));

    expect(missing).toEqual([]);
  });
});

/** Targets of inline links that are neither addresses nor anchors of the same page. */
function relativeLinks(markdown: string): readonly string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)(?:\s"[^"]*")?\)/g)]
    .map((match) => match[1]!.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z][a-z+.-]*:/.test(link) && !link.startsWith('/'));
}
