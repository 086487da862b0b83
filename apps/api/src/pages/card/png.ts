import { crc32, deflateSync } from 'node:zlib';

/** A picture of few colours: each pixel is an index into the palette. */
export class IndexedPicture {
  private readonly pixels: Uint8Array;

  /** @param palette colours as `#rrggbb`; the first one is the ground */
  constructor(
    readonly width: number,
    readonly height: number,
    private readonly palette: readonly string[],
  ) {
    this.pixels = new Uint8Array(width * height);
  }

  /** Fills a rectangle, cut at the edges of the picture, with a colour of the palette. */
  fill(
    color: string,
    area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): void {
    const index = Math.max(0, this.palette.indexOf(color));
    const [left, right] = [area.x, area.x + area.width].map((x) => clamp(Math.round(x), this.width));
    const [top, bottom] = [area.y, area.y + area.height].map((y) => clamp(Math.round(y), this.height));
    for (let row = top!; row < bottom!; row++)
      this.pixels.fill(index, row * this.width + left!, row * this.width + right!);
  }

  /** The picture as PNG (ISO/IEC 15948), 8 bits a pixel. */
  png(): Uint8Array {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // Bit depth 8, colour type 3 (palette); the rest has one possible value each.
    header.set([8, 3, 0, 0, 0], 8);
    const colors = Buffer.from(this.palette.map((color) => color.slice(1)).join(''), 'hex');
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', colors),
      chunk('IDAT', deflateSync(this.scanlines(), { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  /** Each line of pixels begins with the number of its filter, here none. */
  private scanlines(): Uint8Array {
    const lines = new Uint8Array((this.width + 1) * this.height);
    for (let row = 0; row < this.height; row++)
      lines.set(this.pixels.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1);
    return lines;
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}
