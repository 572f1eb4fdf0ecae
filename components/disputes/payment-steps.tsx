import { useTranslations } from 'next-intl'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { PaymentStep } from '#lib/contract/disputes/calls.ts'

type PaymentStepsProps = {
  steps: readonly PaymentStep[]
  /** Names a step for the payer or for the desk. */
  words: (step: PaymentStep['step']) => string
}

export function PaymentSteps({ steps, words }: PaymentStepsProps) {
  const t = useTranslations('Dispute')
  const formats = useFormats()
  const asked = steps.find(({ step }) => step === 'asked')?.amount ?? null
  const amountOf = ({ step, amount }: PaymentStep): string | null => {
    if (amount === null) return null
    const paid = formats.shillings(amount)
    if (step !== 'paid' || asked === null || asked === amount) return paid
    return t('askedAndPaid', { asked: formats.shillings(asked), paid })
  }
  return (
    <ol className="divide-y divide-line">
      {steps.map((one) => (
        <li key={`${one.step} ${one.at}`} className="flex flex-wrap items-baseline gap-x-4 py-2">
          <time dateTime={one.at} className="figures w-full shrink-0 text-sm text-soft sm:w-40">
            {formats.moment(one.at)}
          </time>
          <span className="min-w-0 grow basis-48 font-semibold">{unbroken(words(one.step))}</span>
          <span className="figures text-end font-semibold">{amountOf(one)}</span>
        </li>
      ))}
    </ol>
  )
}
