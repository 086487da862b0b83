/** Finds the lines of components of a document, asked in the order of its text. */
export interface ComponentLines {
  /**
   * @param member that identifies it: `purl`, `name`
   * @param value of that member
   * @returns undefined where it is not known
   */
  lineOf(member: string, value: string, component: unknown): number | undefined;
}
