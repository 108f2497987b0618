/** A screenshot with at most 256 colours: a third of the bytes, and nobody sees the difference in a page of text. */
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly pixels: Buffer;
}

/** Write the picture again, in few colours. What is not an RGB screenshot is refused. */
export function shrinkPng(path: string): void {
  const picture = readPng(readFileSync(path));
  const palette = choosePalette(picture);
  writeFileSync(path, writePng(picture, palette));
}

function readPng(file: Buffer): Picture {
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const step = file[25] === 6 ? 4 : 3;
  if (file[24] !== 8 || (file[25] !== 2 && file[25] !== 6)) throw new Error('not a screenshot');
  return { width, height, pixels: dropAlpha(unfilter(inflateSync(Buffer.concat(parts)), width * step, step), step) };
}

/** Each line says how it was written: as it is, or as the difference to what lies left, above, or both. */
function unfilter(lines: Buffer, width: number, step: number): Buffer {
  const plain = Buffer.alloc((lines.length / (width + 1)) * width);
  for (let row = 0; row * width < plain.length; row++) {
    const kind = lines[row * (width + 1)] ?? 0;
    for (let x = 0; x < width; x++) {
      const at = row * width + x;
      const left = x >= step ? (plain[at - step] ?? 0) : 0;
      const above = row > 0 ? (plain[at - width] ?? 0) : 0;
      const corner = x >= step && row > 0 ? (plain[at - width - step] ?? 0) : 0;
      const guess = [0, left, above, (left + above) >> 1, kind === 4 ? paeth(left, above, corner) : 0][kind] ?? 0;
      plain[at] = (lines[row * (width + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return plain;
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function dropAlpha(pixels: Buffer, step: number): Buffer {
  if (step === 3) return pixels;
  const plain = Buffer.alloc((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) pixels.copy(plain, to, from, from + 3);
  return plain;
}

function choosePalette({ pixels }: Picture): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const common = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  // Grounds and lines first, exactly as they are; the edges of letters share what is left.
  const grounds = common.slice(0, 96);
  for (let apart = 4; ; apart *= 2) {
    const chosen = chooseApart(grounds, common, apart);
    if (chosen.length <= 256) return chosen;
  }
}

/** A colour right beside a chosen one is left to it. One more than fits says that they do not fit. */
function chooseApart(grounds: readonly number[], common: readonly number[], apart: number): number[] {
  const chosen = [...grounds];
  for (const colour of common) {
    if (chosen.every((each) => distance(each, colour) > apart)) chosen.push(colour);
    if (chosen.length > 256) break;
  }
  return chosen;
}

function distance(one: number, other: number): number {
  const [r, g, b] = [16, 8, 0].map((bits) => ((one >> bits) & 255) - ((other >> bits) & 255)) as [
    number,
    number,
    number,
  ];
  return r * r + g * g + b * b;
}

function writePng({ width, height, pixels }: Picture, palette: readonly number[]): Buffer {
  const nearest = new Map<number, number>();
  const find = (colour: number) => {
    const known = nearest.get(colour);
    if (known !== undefined) return known;
    const found = palette.reduce(
      (best, each, index) => (distance(each, colour) < distance(palette[best] ?? 0, colour) ? index : best),
      0,
    );
    nearest.set(colour, found);
    return found;
  };
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at++) {
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = find(pixels.readUIntBE(at * 3, 3));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((each) => [each >> 16, (each >> 8) & 255, each & 255]));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
