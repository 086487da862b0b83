import { compareText } from './digits';
import { isCommit } from './single-version';
import type { VersionOrder } from './version-order';

/**
 * Tags of source repositories (GIT, OSS-Fuzz): names without an order, where only equality means something; the text
 * stands in for an order. A `v` before a digit is a habit of spelling.
 */
export const tag: VersionOrder<string> = {
  name: 'tag',
  unordered: true,
  parse: (text) => text.replace(/^v(?=\d)/, ''),
  compare: compareText,
  // Branches, `HEAD` and commits are no tags; a tag without a digit is one where it is listed.
  accepts: (text) => /\d/.test(text) && !isCommit(text),
  mayBeListed: (text) => text.trim() !== '',
};
