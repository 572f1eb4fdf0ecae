import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Keycap } from '#components/review/keycap.tsx'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { ageOn } from '#lib/client/kyc/kyc-form.ts'
import { type ComparedKycField, comparedKycFields } from '#lib/contract/kyc/requirements.ts'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'

type ComparedFactsProps = {
  form: KycSubmissionDetail['form']
  matched: readonly ComparedKycField[]
  /** Ticks are read-only if undefined. */
  onMatch?: (matched: readonly ComparedKycField[]) => void
  markOf: (field: ComparedKycField) => { beside?: ReactNode; below?: ReactNode }
}

/** Form values to compare with the documents, in the order of an ID card; ticked by click or number key. */
export function ComparedFacts({ form, matched, onMatch, markOf }: ComparedFactsProps) {
  const t = useTranslations('Review.kyc')
  const fields = useTranslations('Kyc.fields')
  const toggle = (field: ComparedKycField) =>
    onMatch?.(matched.includes(field) ? matched.filter((one) => one !== field) : [...matched, field])
  const keys = comparedKycFields.map((field, at) => [String(at + 1), () => toggle(field)] as const)
  useDeskKeys(onMatch ? Object.fromEntries(keys) : {}, 'dialog')
  return (
    <section className="mb-5">
      <h3 className="mb-2 flex flex-wrap items-baseline gap-x-3 text-base">
        {t('compare')}
        {onMatch ? (
          <span role="status" className="figures text-sm font-normal text-soft">
            {t('compared', { done: matched.length, all: comparedKycFields.length })}
          </span>
        ) : null}
      </h3>
      <dl className="grid gap-1.5">
        {comparedKycFields.map((field, at) => {
          const { beside, below } = markOf(field)
          const isMatched = matched.includes(field)
          return (
            <div
              key={field}
              className={cn(
                'grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-xl border px-3 py-1.5',
                isMatched ? 'border-leaf' : 'border-line',
              )}
            >
              <dt className="text-sm text-soft">{fields(field)}</dt>
              <dd className="figures col-start-1 text-lg leading-snug font-semibold wrap-anywhere">
                <ComparedValue field={field} value={form[field]} />
              </dd>
              {onMatch ? (
                <dd className="col-start-2 row-span-2 row-start-1">
                  <button
                    type="button"
                    aria-pressed={isMatched}
                    aria-keyshortcuts={String(at + 1)}
                    onClick={() => toggle(field)}
                    className="tap inline-flex items-center gap-1.5 rounded-full border border-edge px-3 text-sm font-semibold aria-pressed:border-leaf aria-pressed:bg-leaf aria-pressed:text-on-leaf"
                  >
                    <Check aria-hidden="true" className={cn('size-4', !isMatched && 'opacity-40')} />
                    <span className="sr-only">{fields(field)}</span> {t('matches')} <Keycap>{at + 1}</Keycap>
                  </button>
                </dd>
              ) : null}
              {beside ? <dd className="col-start-3 row-span-2 row-start-1">{beside}</dd> : null}
              {below ? <dd className="col-span-full">{below}</dd> : null}
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** The value; a date as ID cards print it, with the age. */
function ComparedValue({ field, value }: { field: ComparedKycField; value: string }) {
  const t = useTranslations('Review')
  const formats = useFormats()
  if (value === '') return <span className="font-normal text-soft">{t('notGiven')}</span>
  const years = field === 'date_of_birth' ? ageOn(value, new Date()) : null
  if (years === null) return <span>{value}</span>
  return (
    <>
      <span>{value.split('-').reverse().join('.')}</span>
      <span className="block text-sm font-normal text-soft">
        {formats.day(value)}, {t('kyc.age', { years })}
      </span>
    </>
  )
}
