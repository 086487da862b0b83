/**
 * Violations of the order inside projects that are still to be mended, as `from -> to`. The lists only shrink: a new entry
 * needs a reason in its commit, and one that no longer occurs is an error.
 */
export const KNOWN_ARROWS = {
  /** Imports that close a circle of files. */
  circles: [],
  /** Imports that run up, or across one entry, in the order of a project's folders. */
  folders: [],
};
