import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useCopied } from '#components/ui/use-copied.ts'
import type { FraudSignalDetail, SignalAction } from '#lib/contract/fraud/calls.ts'
import { useActionLines } from './use-action-lines.ts'
import { useCaseSummary } from './use-case-summary.ts'

type SignalRecordProps = {
  detail: FraudSignalDetail
  /** Leaves out a proposed action, because the caller shows it. */
  isDecidedOnly: boolean
}

export function SignalRecord({ detail, isDecidedOnly }: SignalRecordProps) {
  const t = useTranslations('Signals.record')
  const { copied, copy } = useCopied(useCaseSummary(detail))
  const shown = isDecidedOnly ? detail.actions.filter(({ state }) => state !== 'proposed') : detail.actions
  return (
    <section className="mb-5">
      {shown.length > 0 ? <h3 className="mb-1 text-base">{t('title')}</h3> : null}
      <ul className="grid gap-2">
        {shown.map((action) => (
          <li key={action.id} className="rounded-2xl bg-sunken px-4 py-3">
            <ActionLines action={action} />
          </li>
        ))}
      </ul>
      <Button tone="quiet" className="-ms-4" onClick={copy}>
        {t(copied ? 'copied' : 'copy')}
      </Button>
    </section>
  )
}

export function ActionLines({ action }: { action: SignalAction }) {
  const { head, lines } = useActionLines()(action)
  return (
    <>
      <p className="font-semibold">{head}</p>
      {lines.map((line) => (
        <p key={line} className="figures text-sm wrap-anywhere whitespace-pre-wrap">
          {line}
        </p>
      ))}
    </>
  )
}
