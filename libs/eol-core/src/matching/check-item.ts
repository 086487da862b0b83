/** One question of a batch. */
export interface CheckItem {
  readonly product: string;
  readonly version: string;
}
