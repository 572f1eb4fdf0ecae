import { readableMask } from '#lib/contract/phone.ts'
import type { CaseListFilters, GivenAdminPayment } from '#lib/contract/reconciliation/calls.ts'
import { nairobiText } from '#lib/core/clock.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'
import type { Key } from './case-keys.ts'
import { readCasesAfter } from './list-cases.ts'

export const caseColumns = [
  'since_nairobi',
  'id',
  'kind',
  'state',
  'reason',
  'purpose',
  'about',
  'amount_kes',
  'asked_kes',
  'receipt',
  'phone',
  'reference',
] as const

type Line = readonly (string | number)[]
const AT_ONCE = 500

/** In the order of the list. Amounts are shillings, phones are masked. */
export async function exportCases(filters: CaseListFilters, by: ExportedBy): Promise<AsyncGenerator<Line[]>> {
  await recordExport('payment_cases.exported', { type: 'payment_cases', id: 'csv' }, filters, by)
  return linesOf(filters)
}

async function* linesOf(filters: CaseListFilters): AsyncGenerator<Line[]> {
  let after: Key | null = null
  do {
    const part: Awaited<ReturnType<typeof readCasesAfter>> = await readCasesAfter(filters, after, AT_ONCE)
    if (part.cases.length > 0) yield part.cases.map(lineOf)
    after = part.last
  } while (after)
}

const lineOf = (row: GivenAdminPayment): Line => [
  nairobiText(new Date(row.since)),
  row.id,
  row.kind,
  row.status,
  row.reason ?? '',
  row.purpose ?? '',
  row.about ?? '',
  row.amount ?? '',
  row.asked_amount ?? '',
  row.receipt ?? '',
  readableMask(row.phone),
  row.reference ?? '',
]
