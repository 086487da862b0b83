import { parseReference } from './reference';
import type { ImageReference, ReferenceFault } from './types';

/** Dockerfile instructions other than FROM, to distinguish a pasted line from a mistyped reference. */
const OTHER_INSTRUCTIONS: ReadonlySet<string> = new Set(
  (
    'add arg cmd copy entrypoint env expose healthcheck label maintainer onbuild run shell stopsignal user volume ' +
    'workdir'
  ).split(' '),
);

/**
 * Reads what a caller sends as `image`: a reference, or a whole Dockerfile FROM line (keyword in any case, any number
 * of `--flag=value`, the reference, optionally `AS name`). Blanks around it are ignored. Anything else is a fault.
 */
export function readImageInput(text: string): ImageReference | ReferenceFault {
  const kind = kindOf(text);
  // In lower case alone it may be a repository's name.
  if (kind === 'plain') return text === 'FROM' ? readFromLine([text]) : readReference(text);
  if (kind === 'control') {
    return { fault: 'The image holds a control character or line break: send one reference or one FROM line.' };
  }
  const words = splitAtBlanks(text);
  const first = words[0];
  if (first === undefined) {
    return { fault: 'The image is empty: send a reference such as node:24 or a whole FROM line.' };
  }
  if (words.length === 1) return readReference(first);

  const keyword = first.toLowerCase();
  if (keyword === 'from') return readFromLine(words);
  if (OTHER_INSTRUCTIONS.has(keyword)) {
    return { fault: `${keyword.toUpperCase()} names no base image: send the FROM line or the reference alone.` };
  }
  return { fault: 'The image holds blanks: send one reference such as node:24, or a line that starts with FROM.' };
}

function readFromLine(words: readonly string[]): ImageReference | ReferenceFault {
  let at = 1;
  for (; at < words.length && words[at]!.startsWith('--'); at++) {
    if (!words[at]!.includes('=')) {
      return { fault: `The option ${words[at]!.slice(0, 40)} needs a value, as in --platform=linux/amd64.` };
    }
  }
  const reference = words[at];
  if (reference === undefined) return { fault: 'The FROM line names no image: send FROM followed by a reference.' };

  const after = words.length - at - 1;
  const named = after === 2 && words[at + 1]!.toLowerCase() === 'as';
  if (after !== 0 && !named) {
    return { fault: 'After the reference a FROM line may hold only AS and a stage name.' };
  }
  return readReference(reference);
}

/** A variable is never guessed, not even from its default: the caller knows what the build passes, we do not. */
function readReference(word: string): ImageReference | ReferenceFault {
  const dollar = word.indexOf('$');
  if (dollar < 0) return parseReference(word);
  const name = /^\$\{?([A-Za-z_][A-Za-z0-9_]{0,63})/.exec(word.slice(dollar))?.[1];
  const which = name === undefined ? 'a variable' : `the variable ${name}`;
  return { fault: `The reference holds ${which}, which only the build knows: send the value in its place.` };
}

/** Tabs and blanks separate the words of a FROM line; every other control character is refused. */
function kindOf(text: string): 'plain' | 'words' | 'control' {
  let kind: 'plain' | 'words' = text === '' ? 'words' : 'plain';
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 9) kind = 'words';
    else if (c < 32 || (c >= 127 && c < 160)) return 'control';
  }
  return kind;
}

function splitAtBlanks(text: string): readonly string[] {
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const blank = i === text.length || text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9;
    if (blank && start >= 0) {
      words.push(text.slice(start, i));
      start = -1;
    } else if (!blank && start < 0) {
      start = i;
    }
  }
  return words;
}
