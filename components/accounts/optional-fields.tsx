'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Field } from '#components/ui/field.tsx'
import type { useRegistration } from './use-registration.ts'

const links = ['instagram', 'tiktok', 'youtube'] as const

/** What a registration may carry and most leave for later: folded away. */
export function OptionalFields({ field }: Pick<ReturnType<typeof useRegistration>, 'field'>) {
  const t = useTranslations('Register')
  return (
    <details className="group rounded-3xl border border-line">
      <summary className="flex min-h-14 items-center justify-between gap-3 rounded-3xl px-5 font-semibold [&::-webkit-details-marker]:hidden">
        <span>
          {t('optional')} <span className="font-normal text-soft">({t('optionalMark')})</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 px-5 pb-5">
        <Field
          label={t('location')}
          hint={t('locationHint')}
          autoComplete="address-level2"
          maxLength={100}
          {...field('location')}
        />
        {links.map((site) => (
          <Field
            key={site}
            label={t(site)}
            hint={t('linkHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            maxLength={200}
            {...field(site)}
          />
        ))}
      </div>
    </details>
  )
}
