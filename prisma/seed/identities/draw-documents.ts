import type { KycDocumentType, KycForm } from '#lib/contract/kyc/calls.ts'
import { chanceOf } from '../random.ts'
import { Canvas, type Colour } from './canvas.ts'

const skins: readonly Colour[] = [
  [74, 44, 30],
  [92, 56, 36],
  [112, 70, 46],
  [136, 88, 58],
]
const shirts: readonly Colour[] = [
  [196, 64, 48],
  [38, 92, 150],
  [226, 172, 60],
  [44, 110, 82],
  [122, 62, 132],
]

const [PAPER, BAND, INK, FAINT, SKIN, HAIR, SHIRT, WHITE] = [0, 1, 2, 3, 4, 5, 6, 7]

function paletteOf(form: KycForm): Colour[] {
  const chance = chanceOf(`face ${form.national_id}`)
  const paper: Colour = [236, 240, 228]
  return [
    paper,
    [22, 84, 62],
    [28, 32, 36],
    [168, 188, 172],
    chance.pick(skins),
    [26, 20, 18],
    chance.pick(shirts),
    [255, 255, 255],
  ]
}

/** Returns an invented document, marked as a specimen. */
export function drawDocument(type: KycDocumentType, form: KycForm): Uint8Array {
  if (type === 'passport_photo') return drawPortrait(form)
  return type === 'id_front' ? drawFront(form) : drawBack(form)
}

function drawPortrait(form: KycForm): Uint8Array {
  const picture = new Canvas(360, 450, paletteOf(form))
  drawFace(picture, 0, 0, 360, 450)
  picture.text(12, 432, 'SPECIMEN', 2, WHITE)
  return picture.toPng()
}

function drawFace(on: Canvas, x: number, y: number, width: number, height: number): void {
  const at = (share: number, of: number) => Math.round(share * of)
  const middle = x + at(0.5, width)
  on.rectangle(x, y, width, height, FAINT)
  on.ellipse(middle, y + at(0.36, height), at(0.25, width), at(0.24, height), HAIR)
  on.rectangle(middle - at(0.09, width), y + at(0.5, height), at(0.18, width), at(0.2, height), SKIN)
  on.ellipse(middle, y + height, at(0.44, width), at(0.34, height) - 1, SHIRT)
  on.ellipse(middle, y + at(0.67, height), at(0.11, width), at(0.06, height), SKIN)
  on.ellipse(middle, y + at(0.4, height), at(0.2, width), at(0.22, height), SKIN)
  for (const side of [-1, 1]) {
    const eye = middle + side * at(0.08, width)
    on.ellipse(eye, y + at(0.37, height), at(0.035, width), at(0.016, height), WHITE)
    on.ellipse(eye, y + at(0.37, height), at(0.016, width), at(0.014, height), HAIR)
    on.rectangle(eye - at(0.04, width), y + at(0.33, height), at(0.08, width), at(0.012, height), HAIR)
  }
  on.ellipse(middle, y + at(0.51, height), at(0.06, width), at(0.014, height), HAIR)
  on.rectangle(x, y + height, width, on.height - y - height, PAPER)
}

function drawCard(form: KycForm, title: string): Canvas {
  const card = new Canvas(640, 404, paletteOf(form))
  for (let line = 70; line < 404; line += 12) card.rectangle(0, line, 640, 1, FAINT)
  card.rectangle(0, 0, 640, 62, BAND)
  card.text(20, 14, title, 3, WHITE)
  card.text(20, 42, 'SPECIMEN - NOT A DOCUMENT', 2, FAINT)
  return card
}

function drawFront(form: KycForm): Uint8Array {
  const card = drawCard(form, 'DEMO IDENTITY CARD')
  drawFace(card, 24, 92, 176, 220)
  for (let line = 322; line < 404; line += 12) card.rectangle(0, line, 640, 1, FAINT)
  const fields = [
    ['FULL NAME', form.full_name],
    ['DATE OF BIRTH', form.date_of_birth.split('-').reverse().join('.')],
    ['ID NUMBER', form.national_id],
    ['PLACE OF ISSUE', form.city],
  ] as const
  for (const [place, [label, value]] of fields.entries()) {
    card.text(228, 92 + place * 60, label, 2, BAND)
    card.text(228, 112 + place * 60, value.slice(0, 22), 3, INK)
  }
  card.text(24, 362, 'HOLDER', 2, BAND)
  return card.toPng()
}

function drawBack(form: KycForm): Uint8Array {
  const card = drawCard(form, 'DEMO IDENTITY CARD')
  card.text(24, 92, 'ADDRESS', 2, BAND)
  card.text(24, 112, form.address_line_1.slice(0, 32), 3, INK)
  card.text(24, 142, `${form.city} ${form.postal_code}`.slice(0, 32), 3, INK)
  card.text(24, 192, 'COUNTRY', 2, BAND)
  card.text(24, 212, form.country, 3, INK)
  card.rectangle(0, 290, 640, 114, WHITE)
  const name = form.full_name.toUpperCase().replaceAll(' ', '<')
  const lines = [`IDDEMO${form.national_id}`, form.date_of_birth.replaceAll('-', ''), name]
  for (const [place, line] of lines.entries())
    card.text(24, 306 + place * 30, line.padEnd(32, '<').slice(0, 32), 3, INK)
  return card.toPng()
}
