import type { FraudSignal, SignalFilters } from '#lib/contract/fraud/calls.ts'
import { nairobiText } from '#lib/core/clock.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
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
] as const

type Line = readonly (string | number)[]
const AT_ONCE = 500

/** Records the export and reads the signals of these filters, those found last first. Amounts are shillings. */
export async function exportSignals(
  filters: SignalFilters,
  { actor, address }: { readonly actor: { readonly id: string }; readonly address: string },
): Promise<AsyncGenerator<Line[]>> {
  const { video: video_id, ...others } = filters
  await transaction((tx) =>
    recordAudit(tx, {
      actor,
      action: 'fraud_signals.exported',
      subject: { type: 'fraud_signals', id: 'csv' },
      after: Object.fromEntries(Object.entries({ ...others, video_id }).filter(([, value]) => value)),
      address,
    }),
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
]
