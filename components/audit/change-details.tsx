import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { AuditLog } from '#lib/contract/audit/calls.ts'
import { type AuditChange, useAuditWords } from './use-audit-words.ts'

/** Changed values in a closed row. */
const SHOWN = 3
/** In characters. Longer changes appear only in an opened row. */
const SHORT = 60

export function ChangeDetails({ row }: { row: AuditLog }) {
  const t = useTranslations('AdminAudit')
  const formats = useFormats()
  const words = useAuditWords()
  const changes = words.changes(row)
  const amount = row.subject_amount === null ? null : formats.shillings(row.subject_amount)
  const told = changes
    // The amount is already shown beside the subject's name.
    .filter(
      ({ key, was, is }) =>
        !(key === 'amount' && amount !== null) && (was + is).length <= SHORT && was !== is,
    )
    .slice(0, SHOWN)
  return (
    <details className="group">
      <summary className="min-h-11 cursor-pointer rounded-lg py-1 lg:min-h-0 lg:py-0">
        <span className="inline-block w-[calc(100%-1.5rem)] align-top">
          <span className="font-semibold">{words.action(row.action_type, row.action_type_display)}</span>
          {/* On wide screens subject and changes share one line, cut until the row is open. */}
          <span className="figures block text-sm wrap-anywhere lg:truncate group-open:lg:whitespace-normal">
            <span className="text-ink max-lg:block">
              {[words.subject(row), amount].filter(Boolean).join(' · ')}
            </span>
            {told.length > 0 ? (
              <span className="text-soft max-lg:block lg:ms-2">{told.map(words.sentence).join(' · ')}</span>
            ) : null}
          </span>
          <span className="figures block text-sm text-soft wrap-anywhere md:hidden">
            {words.who(row)}, {formats.moment(row.created_at)}
          </span>
        </span>
      </summary>
      {changes.length > 0 ? <Changes row={row} changes={changes} /> : null}
      <p className="figures mb-2 text-xs text-soft wrap-anywhere">
        {t('raw', { action: row.action_type, subject: `${row.subject_type} ${row.subject_id}` })}
        {row.ip_address ? <span className="md:hidden"> · {row.ip_address}</span> : null}
        {row.seal ? <span className="block">{t('seal', { seal: row.seal })}</span> : null}
      </p>
    </details>
  )
}

function Changes({ row, changes }: { row: AuditLog; changes: readonly AuditChange[] }) {
  const t = useTranslations('AdminAudit')
  return (
    <table className="mt-1 mb-2 w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{row.description}</caption>
      <thead>
        <tr className="text-soft">
          <th scope="col" className="w-1/4 py-1 pe-2 text-start font-semibold">
            {t('diff.field')}
          </th>
          <th scope="col" className="py-1 pe-2 text-start font-semibold">
            {t('diff.before')}
          </th>
          <th scope="col" className="py-1 text-start font-semibold">
            {t('diff.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <Change key={change.key} change={change} />
        ))}
      </tbody>
    </table>
  )
}

function Change({ change: { key, field, was, is } }: { change: AuditChange }) {
  return (
    <tr className="figures border-t border-line align-top">
      <th scope="row" title={key} className="py-1 pe-2 text-start font-normal text-soft wrap-anywhere">
        {field}
      </th>
      <td className="py-1 pe-2 wrap-anywhere">
        {was === '' || was === is ? was : <del className="rounded bg-alarm-wash px-1 text-alarm">{was}</del>}
      </td>
      <td className="py-1 wrap-anywhere">
        {is === '' || was === is ? (
          is
        ) : (
          <ins className="rounded bg-leaf-wash px-1 text-leaf no-underline">{is}</ins>
        )}
      </td>
    </tr>
  )
}
