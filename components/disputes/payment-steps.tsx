import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { PaymentStep } from '#lib/contract/disputes/calls.ts'

export function PaymentSteps({ steps }: { steps: readonly PaymentStep[] }) {
  const t = useTranslations('Dispute.steps')
  const formats = useFormats()
  return (
    <ol className="divide-y divide-line">
      {steps.map(({ step, at, amount }) => (
        <li key={`${step} ${at}`} className="flex flex-wrap items-baseline gap-x-4 py-2">
          <time dateTime={at} className="figures w-40 shrink-0 text-sm text-soft">
            {formats.moment(at)}
          </time>
          <span className="min-w-0 flex-1 font-semibold">{t(step)}</span>
          {amount === null ? null : (
            <span className="figures text-end font-semibold">{formats.shillings(amount)}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
