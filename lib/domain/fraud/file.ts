import type { FraudSignal, SignalFilters } from '#lib/contract/fraud/calls.ts'
import { nairobiText } from '#lib/core/clock.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'
import { readSignalsBefore } from './queries.ts'

export const signalColumns = [
  'found_at_nairobi',
  'id',
  'kind',
  'state',
  'score',
  'video',
  'dancer',
  'gifts',
  'votes',
  'amount_kes',
  'paid_on',
  'reasons',
  'decided_by',
  'decided_at_nairobi',
  'note',
  'decided_with',
] as const

type Line = readonly (string | number)[]
const AT_ONCE = 500

/** Newest first. Amounts are shillings. */
export async function exportSignals(filters: SignalFilters, by: ExportedBy): Promise<AsyncGenerator<Line[]>> {
  const { video: video_id, ...others } = filters
  await recordExport(
    'fraud_signals.exported',
    { type: 'fraud_signals', id: 'csv' },
    { ...others, video_id },
    by,
  )
  return linesOf(filters)
}

async function* linesOf(filters: SignalFilters): AsyncGenerator<Line[]> {
  let before: string | null = null
  for (;;) {
    const found: FraudSignal[] = await readSignalsBefore(filters, before, AT_ONCE)
    if (found.length > 0) yield found.map(lineOf)
    const last = found.at(-1)
    if (found.length < AT_ONCE || !last) return
    before = last.id
  }
}

const lineOf = (signal: FraudSignal): Line => [
  nairobiText(new Date(signal.created_at)),
  signal.id,
  signal.kind,
  signal.status,
  signal.score,
  signal.video.title,
  signal.video.dancer,
  signal.gifts,
  signal.votes,
  signal.amount,
  signal.day,
  signal.reasons.map(({ kind, value }) => `${kind} ${value}`).join('; '),
  signal.decided_by ?? '',
  signal.decided_at ? nairobiText(new Date(signal.decided_at)) : '',
  signal.note,
  signal.decided_with?.id ?? '',
]
