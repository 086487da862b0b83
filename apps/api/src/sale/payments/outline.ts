/** Room of an outline in a header that is small and sent twice. */
const CHARS_MAX = 240;
const TEXT_CHARS_MAX = 40;

/**
 * The beginning of an answer for the discovery block of an offer: its first fields with their values, one entry of each list,
 * as many as fit into 240 characters of JSON. Undefined for an answer that is no object.
 */
export function outline(answer: unknown): object | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const room = { left: CHARS_MAX };
  return objectOutline(answer as Record<string, unknown>, room);
}

interface Room {
  left: number;
}

function objectOutline(value: Readonly<Record<string, unknown>>, room: Room): object {
  const kept: Record<string, unknown> = {};
  room.left -= 2;
  for (const [name, part] of Object.entries(value)) {
    const cost = JSON.stringify(name).length + 2;
    const own = { left: room.left - cost };
    const shown = partOutline(part, own);
    if (own.left < 0) break;
    kept[name] = shown;
    room.left = own.left;
  }
  return kept;
}

function partOutline(part: unknown, room: Room): unknown {
  if (Array.isArray(part)) {
    room.left -= 2;
    if (part.length === 0) return [];
    const own = { left: room.left };
    const first = partOutline(part[0], own);
    if (own.left < 0) return [];
    room.left = own.left;
    return [first];
  }
  if (typeof part === 'object' && part !== null) return objectOutline(part as Record<string, unknown>, room);
  const scalar = typeof part === 'string' && part.length > TEXT_CHARS_MAX ? part.slice(0, TEXT_CHARS_MAX) : part;
  room.left -= JSON.stringify(scalar).length;
  return scalar;
}
