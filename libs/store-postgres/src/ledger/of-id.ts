/**
 * The entry of an array that belongs to an id, in SQL: the one at the place of the id among others, which ascend. Found by bisection, where a join of a
 * batch with its rows compares each with each.
 * @param array a parameter with its type
 * @param id a column of one of the ids
 * @param ids the parameter of ids
 */
export function ofId(array: string, id: string, ids = '$2'): string {
  return `(${array})[width_bucket(${id}, ${ids}::bigint[])]`;
}
