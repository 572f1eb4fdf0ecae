// RFC 4180.

/** Without this mark, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Texts that spreadsheets run as formulas (OWASP, CSV injection), also with full-width signs or leading
 * spaces. Leading apostrophes match too, so that parseCsv removes only the one that toCsv added.
 */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/

export type CsvLine = readonly (string | number)[]

/** Returns a CSV file. Texts that a spreadsheet would run get an apostrophe; numbers do not need it. */
export function toCsv(rows: readonly CsvLine[]): string {
  return BYTE_ORDER_MARK + toCsvLines(rows)
}

/** Returns lines without the byte order mark, for streams. */
export function toCsvLines(rows: readonly CsvLine[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Returns the fields of a file of `toCsv`, without its apostrophes. Accepts LF line ends.
 * @returns null if the text is no CSV
 */
export function parseCsv(text: string): string[][] | null {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  const rows: string[][] = []
  let row: string[] = []
  while (field.lastIndex < source.length) {
    const [, cell = '', end] = field.exec(source) ?? []
    if (end === undefined) return null
    row.push(fromField(cell))
    if (end === ',' && field.lastIndex === source.length) row.push('')
    if (end !== ',' || field.lastIndex === source.length) {
      rows.push(row)
      row = []
    }
  }
  return rows
}

function fromField(cell: string): string {
  const value = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value
}
