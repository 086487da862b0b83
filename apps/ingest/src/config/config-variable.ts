/** One environment variable of the ingest worker: its name, its default and what it means. */
export interface ConfigVariable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}
