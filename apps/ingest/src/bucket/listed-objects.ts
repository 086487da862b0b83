/** A page of a listing. */
export interface ListedPage {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  /** Whether more keys follow the last one. */
  readonly isCut: boolean;
}

/**
 * Reads a page of ListObjectsV2. Only keys without characters that XML escapes are read: ours are such, and others are not ours to touch.
 * @returns undefined where it is no such page
 */
export function listedPage(xml: string): ListedPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
    const key = elementOf(entry, 'Key');
    const size = elementOf(entry, 'Size');
    return key === undefined || size === undefined || !/^\d{1,15}$/.test(size) ? [] : [{ key, bytes: Number(size) }];
  });
  return { objects, isCut: elementOf(xml, 'IsTruncated') === 'true' };
}

/** Text of the first element of this name, if it has some and nothing in it is escaped. */
export function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<&]{1,16384})</${name}>`).exec(xml)?.[1];
}
