import type { Published } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';

const SIDE = 16;
const COLOUR = { red: 0x1b, green: 0x7f, blue: 0x5c } as const;

/** Three bars of a stack on a field of 16 by 16: left, top, width, height. */
const BARS = [
  [4, 3, 8, 3],
  [3, 7, 10, 3],
  [1, 11, 14, 3],
] as const;

/** The icon as SVG. */
export function faviconSvg(): Published {
  const { red, green, blue } = COLOUR;
  const path = BARS.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join('');
  const fill = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  return publish(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><path d="${path}" fill="${fill}"/></svg>\n`,
  );
}

/** The same as an ICO file that holds one bitmap of 32 bits per pixel, for clients that ask for nothing else. */
export function faviconIco(): Published {
  const pixels = Buffer.alloc(SIDE * SIDE * 4);
  for (const [x, y, width, height] of BARS)
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++)
        // Rows of a bitmap are stored from the bottom up, pixels as blue, green, red and alpha.
        pixels.set([COLOUR.blue, COLOUR.green, COLOUR.red, 0xff], ((SIDE - 1 - row) * SIDE + column) * 4);
  const mask = Buffer.alloc((SIDE * 32) / 8);
  const bitmap = Buffer.concat([bitmapHeader(pixels.length + mask.length), pixels, mask]);
  return publish('image/x-icon', Buffer.concat([iconHeader(bitmap.length), bitmap]));
}

/** ICONDIR with one ICONDIRENTRY. */
function iconHeader(bytes: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(SIDE, 6);
  header.writeUInt8(SIDE, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(bytes, 14);
  header.writeUInt32LE(header.length, 18);
  return header;
}

/** BITMAPINFOHEADER; its height counts the transparency mask, too. */
function bitmapHeader(bytes: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(header.length, 0);
  header.writeInt32LE(SIDE, 4);
  header.writeInt32LE(2 * SIDE, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  header.writeUInt32LE(bytes, 20);
  return header;
}
