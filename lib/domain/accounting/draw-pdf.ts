import type PDFKit from 'pdfkit'

export type PdfColumn = {
  readonly head: string
  /** The column's share of the page's width, relative to the other columns. */
  readonly width: number
  readonly align?: 'right'
}

export type PdfTable = {
  readonly heading: string
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly string[])[]
  /** A row of totals, in bold below the other rows. */
  readonly total?: readonly string[]
  /** Shown if there are no rows. */
  readonly empty: string
}

export type PdfDocument = {
  readonly title: string
  readonly lines: readonly string[]
  readonly tables: readonly PdfTable[]
  /** The document's date. A fixed date makes repeated drawings equal to the byte. */
  readonly at: Date
  /** A page's footer, such as `Page 1 of 3`. */
  pageOf(page: number, pages: number): string
}

const MARGIN = 48
const FOOTER = 24
const SIZE = { title: 20, heading: 12, text: 9 }
const PADDING = 3

type Doc = InstanceType<typeof PDFKit>

/**
 * Draws tables as a PDF of A4 pages. Only this file loads the library.
 * @returns equal bytes for equal documents
 */
export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  const { default: PdfDoc } = await import('pdfkit')
  const doc = new PdfDoc({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    bufferPages: true,
    // The library derives the file's id from these fields, not from the clock or a random number.
    info: { Title: document.title, Producer: 'Ngoma', Creator: 'Ngoma', CreationDate: document.at },
  })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  doc.font('Helvetica-Bold').fontSize(SIZE.title).text(printable(document.title))
  doc.font('Helvetica').fontSize(SIZE.text)
  for (const line of document.lines) doc.moveDown(0.3).text(printable(line))
  for (const table of document.tables) drawTable(doc, table)
  numberPages(doc, document)
  doc.end()
  return whole
}

function drawTable(doc: Doc, { heading, columns, rows, total, empty }: PdfTable): void {
  doc.moveDown(1.5)
  // Keeps a heading on one page with the first rows of its table.
  if (doc.y > bottomOf(doc) - 70) doc.addPage()
  doc.font('Helvetica-Bold').fontSize(SIZE.heading).text(printable(heading), MARGIN, doc.y)
  doc.fontSize(SIZE.text).moveDown(0.4)
  if (rows.length === 0) {
    doc.font('Helvetica').text(printable(empty), MARGIN, doc.y)
    return
  }
  const heads = columns.map(({ head }) => head)
  drawRow(doc, columns, heads, 'Helvetica-Bold')
  for (const row of rows) drawRow(doc, columns, row, 'Helvetica', heads)
  if (total) drawRow(doc, columns, total, 'Helvetica-Bold', heads)
}

/** Draws a row with a line below it. If the page has no room, starts a page and repeats the column heads. */
function drawRow(
  doc: Doc,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  font: 'Helvetica' | 'Helvetica-Bold',
  heads?: readonly string[],
): void {
  const room = doc.page.width - 2 * MARGIN
  const parts = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => (room * width) / parts)
  doc.font(font)
  const texts = columns.map((_, place) => printable(cells[place] ?? ''))
  const height = Math.max(
    ...texts.map((text, place) => doc.heightOfString(text, { width: (widths[place] ?? 0) - 2 * PADDING })),
  )
  if (heads && doc.y + height + 2 * PADDING > bottomOf(doc)) {
    doc.addPage()
    drawRow(doc, columns, heads, 'Helvetica-Bold')
    doc.font(font)
  }
  const top = doc.y + PADDING
  let left = MARGIN
  for (const [place, column] of columns.entries()) {
    const width = widths[place] ?? 0
    doc.text(texts[place] ?? '', left + PADDING, top, {
      width: width - 2 * PADDING,
      align: column.align ?? 'left',
    })
    left += width
  }
  doc.y = top + height + PADDING
  doc.x = MARGIN
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + room, doc.y)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke()
}

const bottomOf = (doc: Doc): number => doc.page.height - MARGIN - FOOTER

function numberPages(doc: Doc, { pageOf }: PdfDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    // The library would start a new page for text below the bottom margin.
    doc.page.margins.bottom = 0
    doc
      .font('Helvetica')
      .fontSize(SIZE.text)
      .text(printable(pageOf(page + 1, count)), MARGIN, doc.page.height - MARGIN, {
        width: doc.page.width - 2 * MARGIN,
        align: 'right',
        lineBreak: false,
      })
  }
}

/** A PDF's standard fonts have only Windows-1252: other letters become their base letter or `?`. */
function printable(text: string): string {
  return [...text.replaceAll('−', '-').replaceAll('’', "'")]
    .map((letter) => (isKnown(letter) ? letter : (letter.normalize('NFD')[0] ?? '')))
    .map((letter) => (isKnown(letter) ? letter : '?'))
    .join('')
}

const isKnown = (letter: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff–—…•€]$/u.test(letter)
