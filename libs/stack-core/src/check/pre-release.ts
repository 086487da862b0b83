/**
 * Whether a version states a pre-release of the release cycle that it is in: `3.14.0rc1` of 3.14. Letters alone (`1.1.1w`) and builds
 * (`8u292-b10`) are releases.
 */
export function isPreRelease(version: string, cycle: string): boolean {
  const text = version.toLowerCase();
  const at = text.indexOf(cycle.toLowerCase());
  const rest = at < 0 ? '' : text.slice(at + cycle.length);
  return WORDS.test(rest) || LETTERS.test(rest);
}

/** A word of a pre-release after numbers, each as a whole. */
const WORDS = /^(?:\.\d+)*[-._ ]?(?:alpha|beta|rc|cr|preview|snapshot|milestone|nightly|canary|ea|m(?=\d))(?![a-z])/;
/** `a1` and `b2` right after a number (PEP 440, Go). */
const LETTERS = /^(?:\.\d+)*[ab]\d+$/;
