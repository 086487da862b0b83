import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../service/repository';
import { codeBlocks, type CodeBlock } from './code-blocks';

/** Folders that hold nothing written by hand. */
const MADE = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', 'tmp']);

/** Every code block of every Markdown page of the repository. */
export function allCodeBlocks(): readonly CodeBlock[] {
  return pagesBelow('').flatMap((page) => codeBlocks(page, readFileSync(join(ROOT, page), 'utf8')));
}

function pagesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return path.endsWith('.md') ? [path] : [];
    return entry.isDirectory() && !MADE.has(entry.name) && !entry.name.startsWith('.') ? pagesBelow(path) : [];
  });
}
