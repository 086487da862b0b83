import { UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooDeep, tooMany } from './fault';

/**
 * Requires that values which may share parts, as aliases of YAML do, are a tree no larger than files may be once every part is
 * counted where it is used: a few lines can stand for billions of values (billion laughs), or for themselves.
 * @throws UnreadableFileError
 */
export function requireTree(value: unknown): void {
  extentOf(value, { known: new Map(), open: new Set() }, 0);
}

interface Extent {
  /** Values within, itself included. */
  readonly values: number;
  /** Levels within. */
  readonly levels: number;
}

interface Walk {
  readonly known: Map<object, Extent>;
  /** Those in which the walk is. */
  readonly open: Set<object>;
}

const SCALAR: Extent = { values: 1, levels: 0 };

function extentOf(value: unknown, walk: Walk, depth: number): Extent {
  if (typeof value !== 'object' || value === null) return SCALAR;
  const known = walk.known.get(value);
  if (known !== undefined) return requireDepth(known, depth);
  if (walk.open.has(value)) throw new UnreadableFileError('holds an alias of what it is part of');
  requireDepth(SCALAR, depth);
  walk.open.add(value);
  let values = 1;
  let levels = 0;
  for (const member of Object.values(value)) {
    const within = extentOf(member, walk, depth + 1);
    values += within.values;
    levels = Math.max(levels, within.levels + 1);
    if (values > FILE_LIMITS.valuesMax) throw tooMany('values once its aliases are put in', FILE_LIMITS.valuesMax);
  }
  walk.open.delete(value);
  walk.known.set(value, { values, levels });
  return { values, levels };
}

function requireDepth(extent: Extent, depth: number): Extent {
  if (depth + extent.levels > FILE_LIMITS.depthMax + 1) throw tooDeep(FILE_LIMITS.depthMax);
  return extent;
}
