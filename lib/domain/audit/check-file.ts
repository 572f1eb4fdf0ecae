import { type AuditLine, auditColumns, CHAIN_START, rowText } from '#lib/contract/audit/format.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import { linkUnder } from './audit-keys.ts'
import { describeRecord } from './words.ts'

export type FileCheck = {
  /** `unreadable`: the text is no audit file. `wrong_key`: no row was sealed under a given key. */
  readonly verdict: 'holds' | 'changed' | 'wrong_key' | 'unreadable'
  readonly rows: number
  /** The newest row, if any. */
  readonly end: { readonly position: number; readonly seal: string; readonly at: string } | null
  readonly problems: readonly string[]
}

type Line = AuditLine & { readonly place: number; readonly holds: boolean }

/**
 * Checks an audit file without the database.
 * @param keys any of them may have sealed a row
 * @param isPart whether the file was exported with filters, so that rows may be missing between its rows
 */
export function checkAuditFile(text: string, keys: readonly Uint8Array[], isPart = false): FileCheck {
  const lines = readLines(text, keys)
  if (typeof lines === 'string') return { verdict: 'unreadable', rows: 0, end: null, problems: [lines] }
  const newest = newestOf(lines)
  const end = newest ? { position: newest.place, seal: newest.seal, at: newest.created_at } : null
  const found = { rows: lines.length, end }
  if (lines.length > 0 && lines.every(({ holds }) => !holds))
    return { ...found, verdict: 'wrong_key', problems: [wrongKey(lines.length)] }
  const problems = [
    ...changedRows(lines),
    ...misplacedRows(lines),
    ...brokenLinks(lines),
    ...namesThatDiffer(lines),
    ...(isPart ? [] : missingRows(lines)),
  ]
  return { ...found, verdict: problems.length === 0 ? 'holds' : 'changed', problems }
}

/** The first line, if the lines are in order. */
function newestOf(lines: readonly Line[]): Line | undefined {
  return lines.reduce<Line | undefined>(
    (last, line) => (last && last.place >= line.place ? last : line),
    undefined,
  )
}

const wrongKey = (count: number) =>
  `None of the ${count} rows was sealed under the key that was given: it is another installation's, or one that was replaced.`

function readLines(text: string, keys: readonly Uint8Array[]): Line[] | string {
  const rows = parseCsv(text)
  const [head, ...others] = rows ?? []
  if (!head || !auditColumns.every((name, index) => head[index] === name))
    return 'This is not a file of the audit as the desk makes it: its columns differ.'
  const lines: Line[] = []
  for (const [index, cells] of others.entries()) {
    if (cells.length !== auditColumns.length) return `Line ${index + 2} has not as many columns as the first.`
    const line = Object.fromEntries(
      auditColumns.map((name, column) => [name, cells[column] ?? '']),
    ) as Record<keyof AuditLine, string>
    if (!/^[1-9]\d{0,9}$/.test(line.position)) return `Line ${index + 2} names no position.`
    const holds = keys.some((key) => linkUnder(key, line.previous_seal, rowText(line)) === line.seal)
    lines.push({ ...line, place: Number(line.position), holds })
  }
  return lines
}

/** Reports rows that do not fit their seal, and rows whose description differs from the sealed values. */
function changedRows(lines: readonly Line[]): string[] {
  const changed = lines.filter((line) => !line.holds || !saysWhatWasSealed(line))
  const oldest = Math.max(0, ...changed.map(({ place }) => place))
  const isOldEnd = changed.length > 1 && lines.every(({ place, holds }) => holds === place > oldest)
  if (isOldEnd)
    return [
      `Rows ${changed.at(-1)?.place} to ${oldest} were changed, or sealed under a key that was replaced and not given.`,
    ]
  return changed.map(({ place }) => `Row ${place} was changed.`)
}

function saysWhatWasSealed(line: Line): boolean {
  const values = (text: string): Record<string, unknown> | null => (text === '' ? null : JSON.parse(text))
  try {
    const [before, after] = [values(line.before), values(line.after)]
    const record = { action: line.action_type, resource: line.affected_resource, before, after }
    return describeRecord(record) === line.description
  } catch {
    return false
  }
}

/** Reports rows out of order: the newest row comes first. */
function misplacedRows(lines: readonly Line[]): string[] {
  const problems: string[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const { place } of lines) {
    if (place === lowest) problems.push(`Row ${place} is there twice.`)
    else if (place > lowest) problems.push(`Row ${place} was moved: it stands behind row ${lowest}.`)
    lowest = Math.min(lowest, place)
  }
  return problems
}

/** Reports rows whose `previous_seal` is not the seal of the row before. */
function brokenLinks(lines: readonly Line[]): string[] {
  const seals = new Map(lines.map(({ place, seal }) => [place, seal]))
  return lines.flatMap(({ place, previous_seal, holds }) => {
    const before = place === 1 ? CHAIN_START : seals.get(place - 1)
    const isBroken = holds && before !== undefined && before !== previous_seal
    return isBroken ? [`Row ${place} does not follow row ${place - 1}: one of them was put in or moved.`] : []
  })
}

/**
 * Reports ids with several names. Names are not sealed but looked up for the file, where an id has one name.
 */
function namesThatDiffer(lines: readonly Line[]): string[] {
  const names = new Map<string, string>()
  return lines.flatMap((line) =>
    [
      ['who did it', line.actor_id, line.admin_username],
      ['what it was about', `${line.subject_type} ${line.subject_id}`, line.affected_resource],
    ].flatMap(([what, id = '', name = '']) => {
      const known = names.get(`${what} ${id}`) ?? name
      names.set(`${what} ${id}`, known)
      return known === name ? [] : [`Row ${line.place} names ${what} otherwise than other rows do.`]
    }),
  )
}

/**
 * Reports missing rows, from the first row to the export itself, which is recorded before its file is sent.
 */
function missingRows(lines: readonly Line[]): string[] {
  const newest = newestOf(lines)
  if (!newest) return ['The file has no rows.']
  const places = new Set(lines.map(({ place }) => place))
  const problems: string[] = []
  for (let place = 1; place <= newest.place; place++) {
    if (places.has(place)) continue
    const from = place
    while (place < newest.place && !places.has(place + 1)) place++
    problems.push(from === place ? `Row ${from} is missing.` : `Rows ${from} to ${place} are missing.`)
  }
  if (newest.action_type !== 'audit.exported')
    problems.push(
      `The newest rows are missing: the file ends with row ${newest.place}, not with its own export.`,
    )
  else if (newest.after !== '{}')
    problems.push('The file was taken with filters: it can only be checked as a part (--part).')
  return problems
}
