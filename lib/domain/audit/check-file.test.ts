import { expect, test } from 'vitest'
import { type AuditLine, auditColumns, CHAIN_START, rowText } from '#lib/contract/audit/format.ts'
import { toCsv } from '#lib/contract/csv.ts'
import { auditKeyOf, linkUnder } from './audit-keys.ts'
import { checkAuditFile } from './check-file.ts'
import { describeRecord } from './words.ts'

const key = auditKeyOf('a secret of these tests')
/** The last of the 79 units that a description keeps of it is the first half of the dancer. */
const note = `${'x'.repeat(78)}💃 and more`

/** The bytes of a file with one row, as somebody has them who downloads it, read again. */
function fileWith(sayIt: (record: Parameters<typeof describeRecord>[0]) => string): string {
  const after = { note }
  const row = {
    ...{
      id: '7',
      created_at: '2026-11-22T09:00:00.000Z',
      admin_username: 'Wambui',
      action_type: 'audit.exported',
    },
    ...{
      affected_resource: 'Audit',
      ip_address: '',
      before: '',
      after: JSON.stringify(after),
      position: '1',
    },
    ...{ previous_seal: CHAIN_START, actor_id: 'wambui', subject_type: 'audit', subject_id: '' },
  }
  const line: AuditLine = {
    ...row,
    description: sayIt({ action: row.action_type, resource: row.affected_resource, before: null, after }),
    seal: linkUnder(key, CHAIN_START, rowText(row)),
  }
  const csv = toCsv([[...auditColumns], auditColumns.map((column) => line[column])])
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(csv))
}

test('a description leaves out a character of which only half would be in it', () => {
  const words = describeRecord({
    action: 'fraud_signal.dismissed',
    resource: '',
    before: null,
    after: { note },
  })
  expect(words).toBe(`Fraud signal dismissed:  (note ${'x'.repeat(78)}…)`)
})

test('a file holds where a description was cut beside a character of two units', () => {
  expect(checkAuditFile(fileWith(describeRecord), [key], true)).toMatchObject({
    verdict: 'holds',
    problems: [],
  })
})

test('a description that says something else is a change', () => {
  const file = fileWith(() => `Audit exported: Audit (note ${'y'.repeat(78)}…)`)
  expect(checkAuditFile(file, [key], true)).toMatchObject({
    verdict: 'changed',
    problems: ['Row 1 was changed.'],
  })
})
