// SPDX-License-Identifier: Apache-2.0
// Pixels of a PNG as browsers write it: 8 bits a channel, not interlaced.
import { crc32, deflateSync, inflateSync } from "node:zlib";

function pixels(png: Buffer): { channels: number; rows: Buffer[] } {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  const channels = kind === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const data = inflateSync(Buffer.concat(parts));
  const rows: Buffer[] = [];
  const length = width * channels;
  for (let y = 0; y < height; ++y) {
    const filter = data[y * (length + 1)];
    const row = Buffer.from(data.subarray(y * (length + 1) + 1, (y + 1) * (length + 1)));
    for (let i = 0; i < length; ++i) {
      const left = i < channels ? 0 : (row[i - channels] ?? 0);
      const up = rows[y - 1]?.[i] ?? 0;
      const corner = i < channels ? 0 : (rows[y - 1]?.[i - channels] ?? 0);
      row[i] = (row[i] ?? 0) + ([0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter ?? 0] ?? 0);
    }
    rows.push(row);
  }
  return { channels, rows };
}

function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** How far the darkest and the lightest point in the inner part of a rectangle are apart: 0 to 255. */
export function contrast(png: Buffer, x: number, y: number, width: number, height: number): number {
  const { channels, rows } = pixels(png);
  const lights: number[] = [];
  for (let j = Math.ceil(y + height * 0.2); j < y + height * 0.8; ++j)
    for (let i = Math.ceil(x + width * 0.2); i < x + width * 0.8; ++i)
      lights.push([0, 1, 2].reduce((sum, each) => sum + (rows[j]?.[i * channels + each] ?? 0), 0) / 3);
  return Math.max(...lights) - Math.min(...lights);
}

/** A part of a screen, of which Xvfb keeps a file as of the program xwd: words with the highest byte first, 32 bits a point. */
export function pngOfScreen(screen: Buffer, x: number, y: number, width: number, height: number): Buffer {
  const word = (i: number) => screen.readUInt32BE(4 * i);
  const [header, bytesInRow, colours] = [word(0), word(12), word(19)];
  const rows = Buffer.alloc(height * (1 + 3 * width)); // before each row the filter, which is none
  for (let row = 0; row < height; ++row)
    for (let column = 0; column < width; ++column) {
      const from = header + 12 * colours + (y + row) * bytesInRow + 4 * (x + column);
      for (let channel = 0; channel < 3; ++channel)
        rows[row * (1 + 3 * width) + 1 + 3 * column + channel] = screen[from + 2 - channel] ?? 0;
    }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]); // eight bits a channel, three channels
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([sign, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}
