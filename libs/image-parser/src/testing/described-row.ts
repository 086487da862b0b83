import type { ImageRow } from '../image-table-row';

/** A row of the image table in a line: the image, its product (`-`: none), and what sets it apart from most. */
export function described({ image, product, version, java, versions, variants, ...flags }: ImageRow): string {
  const { readsName, rounding, leadingRevision } = flags;
  const said = [
    ...(version === null ? [] : [`is ${version}`]),
    ...(readsName ? ['reads its name'] : []),
    ...(java === null ? [] : [`java is ${java}`]),
    ...(leadingRevision ? ['begins with a revision'] : []),
    ...(rounding ? [] : ['is not rounded']),
    ...versions.map(([word, cycle]) => `${word} is ${cycle}`),
    ...variants.map((variant) => `ships ${variant.product}`),
  ];
  return [image, product ?? '-', ...(said.length === 0 ? [] : [said.join(', ')])].join(' | ');
}
