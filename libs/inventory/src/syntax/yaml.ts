import {
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  FAILSAFE_SCHEMA,
  loadAll,
  mapTag,
  mergeTag,
  YAMLException,
} from 'js-yaml';

import { FILE_LIMITS } from '../entries/limits';
import { requireTree } from './alias-tree';
import { syntaxFault, tooMany } from './fault';

/**
 * The documents of a YAML text (1.2, failsafe schema): every scalar is a text, so that `1.10` stays `1.10` and `~` is `~`; a key
 * without a value has the empty text. `<<` merges; tags are read over. A key that comes twice has its last value. What comes back
 * is a tree: aliases are resolved, within the bounds of files. Walk it with the functions of `values.ts`.
 * @returns none for a text without content
 * @throws UnreadableFileError for what is no YAML or passes a bound
 */
export function parseYaml(text: string): readonly unknown[] {
  if (text.length > FILE_LIMITS.yamlLengthMax) throw tooMany('characters of YAML', FILE_LIMITS.yamlLengthMax);
  requireFewValues(text);
  // The parser refuses it, too, but shows the line around it, whose length is that of a text that is none.
  if (text.includes('\0')) throw syntaxFault('YAML', undefined, 'it holds a null byte');
  if (text.split('\n---', FILE_LIMITS.documentsMax + 1).length > FILE_LIMITS.documentsMax) {
    throw tooMany('documents', FILE_LIMITS.documentsMax);
  }
  const documents = load(text);
  if (text.includes('*')) requireTree(documents);
  return documents;
}

function load(text: string): readonly unknown[] {
  try {
    return loadAll(text, {
      schema: SCHEMA,
      json: true,
      maxDepth: FILE_LIMITS.depthMax,
      maxAliases: FILE_LIMITS.aliasesMax,
    });
  } catch (error) {
    // The library documents that other errors than its own may come; its only input is the text.
    const { mark, reason } = error instanceof YAMLException ? error : { mark: undefined, reason: undefined };
    throw syntaxFault('YAML', mark && { line: mark.line + 1, column: mark.column + 1 }, reason);
  }
}

/** Any tag: lists of CI systems and templates have their own, and what they compute is not known here. */
const SCHEMA = FAILSAFE_SCHEMA.withTags(
  mergeTag,
  defineScalarTag('', { matchByTagPrefix: true, resolve: (source) => source, identify: () => false }),
  defineSequenceTag<unknown[]>('', {
    matchByTagPrefix: true,
    create: () => [],
    addItem: (list, item) => void list.push(item),
    identify: () => false,
  }),
  defineMappingTag('', { ...mapTag, matchByTagPrefix: true, identify: () => false }),
);

/** Its parser takes a microsecond for each, so that a text which is all punctuation would take ten times as long as a real one of its length. */
function requireFewValues(text: string): void {
  const { valuesMax, denseValuesMax, lengthOfValueMin } = FILE_LIMITS;
  const values = punctuationOf(text);
  if (values > valuesMax) throw tooMany('values', valuesMax);
  const most = denseValuesMax + Math.floor(text.length / lengthOfValueMin);
  if (values > most) throw tooMany(`values in ${text.length} characters`, most);
}

/** Lines, commas, colons and opening brackets, wherever they stand: no fewer than there are values. */
function punctuationOf(text: string): number {
  let count = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    // LF, comma, colon, question mark, [ and {; `-` begins items only once a line, or after another on the same.
    if (code === 10 || code === 44 || code === 58 || code === 63 || code === 91 || code === 123) count++;
  }
  return count;
}
