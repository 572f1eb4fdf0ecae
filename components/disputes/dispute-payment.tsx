import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { CaseActions } from '#components/reconciliation/case-actions.tsx'
import { CaseStatusMark } from '#components/reconciliation/case-status-mark.tsx'
import { useCaseWords } from '#components/reconciliation/use-case-words.ts'
import { useCase } from '#components/reconciliation/use-cases.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { DisputeDetail } from '#lib/contract/disputes/calls.ts'
import { useDisputeWork } from './use-disputes.ts'

export function DisputePayment({ found }: { found: DisputeDetail }) {
  return found.case_id ? <Known id={found.case_id} /> : <Unknown found={found} />
}

function Known({ id }: { id: string }) {
  const t = useTranslations('AdminDisputes')
  const words = useCaseWords()
  const { data } = useCase(id)
  if (!data) return null
  return (
    <>
      <section aria-labelledby="dispute-payment">
        <h3 id="dispute-payment" className="text-lg">
          {t('payment')}
        </h3>
        <p className="mt-1 font-semibold wrap-anywhere">{words.title(data)}</p>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <CaseStatusMark row={data} />
          <DeskLink href={`/superadmin?tab=payments&case=${id}`} className="font-semibold underline">
            {t('wholeTimeline')}
          </DeskLink>
        </p>
      </section>
      <CaseActions found={data} />
    </>
  )
}

function Unknown({ found: { id, phone, receipt } }: { found: DisputeDetail }) {
  const t = useTranslations('AdminDisputes')
  const work = useDisputeWork()
  const [typed, setTyped] = useState('')
  return (
    <section aria-labelledby="dispute-find" className="rounded-2xl border border-line bg-surface p-5">
      <h3 id="dispute-find" className="text-lg">
        {t('find.title')}
      </h3>
      <p className="mt-1 text-soft">{t('find.detail')}</p>
      <BusyButton className="mt-4" wide isBusy={work.isBusy} onClick={() => void work.searchStatement(id)}>
        {t('find.statement')}
      </BusyButton>
      {phone || receipt ? <Candidates id={id} /> : null}
      <form
        method="post"
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void work.change(id, { case_id: typed.trim() })
        }}
      >
        <Field
          label={t('find.receipt')}
          error={work.fields.case_id}
          autoCapitalize="characters"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('find.link')}
        </Button>
        <ErrorNote>{work.problem}</ErrorNote>
      </form>
    </section>
  )
}

/** Payments from the dispute's phone or with its receipt. */
function Candidates({ id }: { id: string }) {
  const t = useTranslations('AdminDisputes')
  const words = useCaseWords()
  const formats = useFormats()
  const work = useDisputeWork()
  const { data } = useQuery(apiQuery('GET /admin/disputes/{id}/candidates/', { path: { id } }))
  if (!data) return null
  if (data.results.length === 0) return <p className="mt-4 text-soft">{t('find.nothing')}</p>
  return (
    <ul className="mt-4 divide-y divide-line">
      {data.results.map((row) => (
        <li key={`${row.kind} ${row.id}`} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <span className="min-w-0">
            <span className="block wrap-anywhere">{words.title(row)}</span>
            <span className="figures block text-sm text-soft">
              {[formats.moment(row.since), row.amount === null ? '' : formats.shillings(row.amount)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <Button onClick={() => void work.change(id, { case_id: row.id })}>{t('find.choose')}</Button>
        </li>
      ))}
    </ul>
  )
}
