import type { FileInventory } from '@stackcheck/inventory';
import { element, table, type Child } from '../dom/element';
import type { ReadStack } from '@stackcheck/inventory/stack';

const ROWS_MAX = 60;

/** What was read, file by file: what will be asked about, and what will not, and why. */
export function shownInventory({ files, unknown }: ReadStack): HTMLElement {
  return element(
    'div',
    {},
    element('h2', {}, 'What was read'),
    ...unknown.map((name) =>
      element(
        'p',
        { class: 'big' },
        `${name} is of no kind that is recognised: choose its kind above, or look at what is read.`,
      ),
    ),
    ...files.map(shownFile),
  );
}

function shownFile(file: FileInventory): HTMLElement {
  const { path, format, packages, images, products, apart, identified, problems } = file;
  const rows: readonly (readonly Child[])[] = [
    ...products.map(({ product, version, from, line }) => [
      named(product, version),
      `product, from ${from}`,
      lineOf(line),
    ]),
    ...images.map(({ ref, line }) => [element('code', {}, ref), 'image', lineOf(line)]),
    ...packages.map(({ purl, dev, line }) => [
      element('code', {}, purl),
      dev ? 'package, for development' : 'package',
      lineOf(line),
    ]),
  ];
  const left = rows.length - ROWS_MAX;
  return element(
    'section',
    {},
    element('h3', {}, path === 'pasted' ? 'The pasted text' : path),
    element(
      'p',
      {},
      `${counted(packages.length, 'package')}, ${counted(images.length, 'image')}, ${counted(products.length, 'product')}; read as ${format}.`,
    ),
    ...problems.map(({ message, line }) =>
      element(
        'p',
        { class: 'problem' },
        `Not read${line === undefined ? '' : `, line ${line}`}: ${message.replace(/\.$/, '')}.`,
      ),
    ),
    rows.length === 0 ? null : table('Found', ['Component', 'Kind', 'Line'], rows.slice(0, ROWS_MAX)),
    left > 0 ? element('p', { class: 'soft' }, `and ${left.toLocaleString('en')} more`) : null,
    shownApart([
      ...apart.map(({ name, why, line }) => [name, why.replaceAll('_', ' '), lineOf(line)] as const),
      ...identified.map(
        ({ name, version, line }) => [named(name, version), 'identified by CPE or as a system', lineOf(line)] as const,
      ),
    ]),
  );
}

/** What is not asked about is shown, too. */
function shownApart(rows: readonly (readonly Child[])[]): HTMLElement | null {
  if (rows.length === 0) return null;
  const shown = rows.slice(0, ROWS_MAX);
  return element(
    'details',
    {},
    element('summary', {}, `${rows.length.toLocaleString('en')} read and not asked about`),
    table(
      rows.length > shown.length ? `The first ${shown.length}` : 'Not asked about',
      ['Component', 'Why', 'Line'],
      shown,
    ),
  );
}

function named(name: string, version: string | null): string {
  return version === null ? name : `${name} ${version}`;
}

function lineOf(line: number | undefined): string {
  return line === undefined ? '–' : String(line);
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
