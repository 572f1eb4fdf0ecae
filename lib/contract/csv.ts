// RFC 4180: rows end with CRLF, a field with a comma, a quote or a line break is quoted, and quotes in it are doubled.

/** Without it, Excel takes UTF-8 for the machine's old code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What makes spreadsheets run a text as a formula (OWASP, CSV injection): the full-width signs too, and blanks before it.
 * Also where an apostrophe stands before it already: so the apostrophe that is put there can be taken away again.
 */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/

/**
 * Rows as the text of a CSV file. Texts are other people's: one that a spreadsheet would run gets an apostrophe before
 * it. Numbers are ours and stay numbers.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return BYTE_ORDER_MARK + toCsvLines(rows)
}

/** The same without the file's first bytes, for what is sent bit by bit. */
export function toCsvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * The fields of a file that `toCsv` made, without the apostrophes that it put before formulas. Line ends may have been
 * changed to LF on the way.
 * @returns null where the text is no CSV: a quote that is not closed, or one in a field that is not quoted
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
