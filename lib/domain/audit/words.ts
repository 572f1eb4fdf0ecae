import { cutText } from '#lib/contract/cut-text.ts'

type Values = Readonly<Record<string, unknown>>

const NAMES: Readonly<Record<string, string>> = { kyc: 'KYC', csv: 'CSV', totp: 'TOTP', mpesa: 'M-PESA' }

/** `kyc.document_viewed` becomes `KYC document viewed`. */
export function displayAction(action: string): string {
  const words = action.split(/[._]/).map((word) => NAMES[word] ?? word)
  return words.join(' ').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

export function displayResource(type: string, name: string): string {
  return `${displayAction(type)} ${name}`.trim()
}

/** Most characters of a value in a description. */
const LONGEST = 80

type Described = { action: string; resource: string; before: Values | null; after: Values | null }

/** Returns one line with action, subject and changes. */
export function describeRecord(record: Described): string {
  const changes = changedKeys(record).map((key) => {
    const [was, is] = [shown(record.before?.[key]), shown(record.after?.[key])]
    const name = key.replaceAll('_', ' ')
    if (was === '') return `${name} ${is}`
    return is === '' ? `${name} was ${was}` : `${name} ${was} → ${is}`
  })
  const what = `${displayAction(record.action)}: ${record.resource}`
  return changes.length > 0 ? `${what} (${changes.join(', ')})` : what
}

function changedKeys({ before, after }: Described): string[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.filter((key) => shown(before?.[key]) !== shown(after?.[key]))
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${cutText(text, LONGEST - 1)}…` : text
}
