import { crc32, deflateSync } from 'node:zlib'
import { eachDot } from './glyphs.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** Initially filled with the palette's first colour. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly palette: readonly Colour[]
  readonly #pixels: Uint8Array

  constructor(width: number, height: number, palette: readonly Colour[]) {
    this.width = width
    this.height = height
    this.palette = palette
    this.#pixels = new Uint8Array(width * height)
  }

  rectangle(x: number, y: number, width: number, height: number, colour: number): void {
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++)
      this.#pixels.fill(
        colour,
        row * this.width + Math.max(0, x),
        row * this.width + Math.min(this.width, x + width),
      )
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, colour: number): void {
    for (let row = -ry; row <= ry; row++) {
      const half = Math.round(rx * Math.sqrt(1 - (row / ry) ** 2))
      this.rectangle(cx - half, cy + row, 2 * half, 1, colour)
    }
  }

  /** Draws a text. `scale` is in pixels per dot; a character is 6 dots wide. */
  text(x: number, y: number, text: string, scale: number, colour: number): void {
    for (const [place, character] of [...text].entries())
      eachDot(character, (column, row) =>
        this.rectangle(x + (place * 6 + column) * scale, y + row * scale, scale, scale, colour),
      )
  }

  toPng(): Uint8Array {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.width, 0)
    header.writeUInt32BE(this.height, 4)
    header.set([8, 3, 0, 0, 0], 8)
    // Each row begins with its filter type: none.
    const rows = Buffer.alloc(this.height * (this.width + 1))
    for (let row = 0; row < this.height; row++)
      rows.set(this.#pixels.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1)
    return new Uint8Array(
      Buffer.concat([
        Buffer.from('89504e470d0a1a0a', 'hex'),
        chunk('IHDR', header),
        chunk('PLTE', Buffer.from(this.palette.flat())),
        chunk('IDAT', deflateSync(rows, { level: 6 })),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    )
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const framed = Buffer.alloc(data.byteLength + 12)
  framed.writeUInt32BE(data.byteLength, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), data.byteLength + 8)
  return framed
}
