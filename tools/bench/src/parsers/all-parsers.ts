import { coreParsers } from './core-parsers';
import { documentParsers } from './document-parsers';
import type { Parser } from './parser';
import { wireParsers } from './wire-parsers';

/** Every public function of the libraries that reads what a stranger may have written. */
export function allParsers(): readonly Parser[] {
  return [...coreParsers(), ...wireParsers(), ...documentParsers()];
}
