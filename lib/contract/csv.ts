// RFC 4180: rows end with CRLF, a field with a comma, a quote or a line break stands in quotes, quotes are doubled.

/** Without it, Excel takes UTF-8 for the machine's old code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What makes spreadsheets run a text as a formula (OWASP, CSV injection): the full-width signs too, and blanks before it. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/

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
