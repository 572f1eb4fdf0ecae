import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { AuditLog } from '#lib/contract/audit/calls.ts'

/** What was done to what; opened, each value as it was and as it is. */
export function ChangeDetails({ row }: { row: AuditLog }) {
  const t = useTranslations('AdminAudit')
  const formats = useFormats()
  const keys = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])]
  const head = (
    <>
      <span className="font-semibold">{row.action_type_display}</span>
      <span className="block text-sm text-soft wrap-anywhere">{row.affected_resource}</span>
      <span className="figures block text-sm text-soft wrap-anywhere md:hidden">
        {row.admin_username}, {formats.moment(row.created_at)}
      </span>
    </>
  )
  if (keys.length === 0) return <div className="py-1">{head}</div>
  return (
    <details className="group">
      <summary className="min-h-11 cursor-pointer rounded-lg py-1">
        <span className="inline-block align-top">{head}</span>
      </summary>
      <table className="mt-1 mb-2 w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{row.description}</caption>
        <thead>
          <tr className="text-soft">
            <th scope="col" className="py-1 pe-2 text-start font-semibold">
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
          {keys.map((key) => (
            <Change key={key} name={key} before={row.before?.[key]} after={row.after?.[key]} />
          ))}
        </tbody>
      </table>
      {row.seal ? (
        <p className="figures mb-2 text-xs text-soft wrap-anywhere">{t('seal', { seal: row.seal })}</p>
      ) : null}
    </details>
  )
}

function Change({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  const [was, is] = [shown(before), shown(after)]
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1 pe-2 text-start font-normal text-soft wrap-anywhere">
        {name.replaceAll('_', ' ')}
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

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
