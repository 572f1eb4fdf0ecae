'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { stateOfStep, type UploadStep, uploadSteps } from '#lib/client/videos/upload-step.ts'

/** The way from a new account to three videos, and how far it is done. */
export function StepRail({ next }: { next: UploadStep | 'done' }) {
  const t = useTranslations('Upload')
  return (
    <ol aria-label={t('rail.label')} className="mt-8 grid grid-cols-4">
      {uploadSteps.map((step, place) => {
        const state = stateOfStep(step, next)
        return (
          <li
            key={step}
            aria-current={state === 'next' ? 'step' : undefined}
            className="relative text-center text-sm"
          >
            {place > 0 ? (
              <span
                aria-hidden="true"
                className={`absolute top-[1.375rem] right-1/2 -z-10 h-1 w-full ${state === 'later' ? 'bg-line' : 'bg-marigold'}`}
              />
            ) : null}
            <span
              aria-hidden="true"
              className={`mx-auto grid size-12 place-items-center rounded-full border-4 border-paper font-display text-lg font-extrabold ${looks[state]}`}
            >
              {state === 'done' ? <Check className="size-5" strokeWidth={3} /> : place + 1}
            </span>
            <span className={state === 'next' ? 'font-bold' : 'text-soft'}>{t(`rail.${step}`)}</span>
            {state === 'done' ? <span className="sr-only"> {t('rail.done')}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

const looks = {
  done: 'bg-marigold text-on-marigold',
  next: 'bg-night text-on-night outline-2 outline-marigold',
  later: 'bg-sunken text-soft',
} as const
