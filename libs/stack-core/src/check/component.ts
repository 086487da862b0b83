import type { PackageFinding } from './parts';

/** A text of the caller's may be as long as a body; a sentence is not. */
const COMPONENT_CHARS_MAX = 100;

/** A package's name and version as people speak of it: an artifact of Maven goes by its own name, without that of its group. */
export function componentOf({ ecosystem, name, version }: Extract<PackageFinding, { readonly checked: true }>): string {
  return shortened(`${ecosystem === 'Maven' ? name.slice(name.lastIndexOf(':') + 1) : name} ${version}`);
}

/** The same without its version, as keys have it: `pkg:maven/org.apache.logging.log4j/log4j-core`. */
export function subjectOf({ resolved }: Extract<PackageFinding, { readonly checked: true }>): string {
  return resolved.replace(/[@?#].*$/, '');
}

/** A text as it stands at the beginning of a sentence. */
export function shortened(text: string): string {
  return text.length <= COMPONENT_CHARS_MAX ? text : `${text.slice(0, COMPONENT_CHARS_MAX - 1)}…`;
}
