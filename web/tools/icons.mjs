// Draws the icons of the installed app out of the same squares and lines as public/icon.svg. Run by hand when the drawing
// changes: `node tools/icons.mjs`. The maskable one keeps its notes inside the circle that every launcher leaves in sight.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const GRID = 22;
const GROUND = [0xf2, 0xf3, 0xf0];
const LINE = [0xa9, 0xb0, 0xac];
const LINES = [3, 8, 13, 18].map((y) => ({ x: -GRID, y, width: 3 * GRID, height: 1, colour: LINE }));
const NOTES = [
  { x: 3.5, y: 10, width: 7, height: 7, colour: [0x19, 0x1d, 0x1c] },
  { x: 11.5, y: 5, width: 7, height: 7, colour: [0x0d, 0x66, 0x56] },
];
const SAMPLES = 4;

function colourAt(x, y) {
  const hit = [...LINES, ...NOTES].findLast(
    (each) => x >= each.x && x < each.x + each.width && y >= each.y && y < each.y + each.height,
  );
  return hit?.colour ?? GROUND;
}

/** `scale` is how much of the side the drawing takes; the lines run on to the edge. */
function draw(size, scale = 1) {
  const rows = Buffer.alloc(size * (size * 3 + 1));
  const place = (pixel) => ((pixel / size - 0.5) / scale + 0.5) * GRID;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0];
      for (let part = 0; part < SAMPLES * SAMPLES; part++) {
        const colour = colourAt(
          place(x + ((part % SAMPLES) + 0.5) / SAMPLES),
          place(y + (Math.floor(part / SAMPLES) + 0.5) / SAMPLES),
        );
        for (const at of [0, 1, 2]) sum[at] += colour[at];
      }
      for (const at of [0, 1, 2]) rows[y * (size * 3 + 1) + 1 + x * 3 + at] = Math.round(sum[at] / SAMPLES ** 2);
    }
  return encode(size, rows);
}

function encode(size, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

for (const [name, size, scale] of [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['icon-maskable-512.png', 512, 0.8],
])
  writeFileSync(new URL(`../public/${name}`, import.meta.url), draw(size, scale));
