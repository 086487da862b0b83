/** A file of upstream that could not be read. */
export interface UnreadRecord {
  readonly ecosystem: string;
  readonly name: string;
  /** A sentence's end. */
  readonly fault: string;
}

/** How reading upstream went, apart from what was read. */
export interface LoadReport {
  readonly mode: 'full' | 'changes';
  /** Record files looked at, by ecosystem. */
  readonly files: Readonly<Record<string, number>>;
  readonly unread: readonly UnreadRecord[];
}
