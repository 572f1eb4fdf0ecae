'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { visitParam } from '#components/ui/use-address-param.ts'
import { type KycProgress, type KycStep, kycStepOf, kycSteps } from '#lib/client/kyc/kyc-form.ts'

/** Where one is of three; steps whose requirements are met can be gone to. */
export function KycSteps({ step, progress }: { step: KycStep; progress: KycProgress }) {
  const t = useTranslations('Kyc')
  const current = kycSteps.indexOf(step)
  return (
    <nav aria-label={t('steps.label')}>
      <ol className="grid grid-cols-3 gap-2">
        {kycSteps.map((name, index) => {
          const isOpen = kycStepOf(name, progress) === name
          const isDone = index < current
          const look = index <= current ? 'border-marigold' : 'border-line'
          const words = (
            <>
              {isDone ? <Check aria-hidden="true" className="size-4 shrink-0 text-leaf" /> : null}
              <span className={index === current ? 'text-ink' : 'text-soft'}>{t(`steps.${name}`)}</span>
              {isDone ? <span className="sr-only">({t('stepDone')})</span> : null}
            </>
          )
          const style = `flex min-h-11 items-center gap-1.5 border-t-4 pt-1 text-sm leading-tight font-semibold ${look}`
          return (
            <li key={name}>
              {isOpen && index !== current ? (
                <a href={`?step=${name}`} onClick={(event) => follow(event, name)} className={style}>
                  {words}
                </a>
              ) : (
                <span aria-current={index === current ? 'step' : undefined} className={style}>
                  {words}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function follow(event: MouseEvent, step: KycStep): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  visitParam('step', step)
}
