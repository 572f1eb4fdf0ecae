'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Field } from '#components/ui/field.tsx'
import type { RegisterField } from '#lib/client/accounts/registration.ts'

const links = ['instagram', 'tiktok', 'youtube'] as const

/** What a registration may carry and most leave for later: folded away. */
export function OptionalFields({ errors }: { errors: Partial<Record<RegisterField, string>> }) {
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
          name="location"
          autoComplete="address-level2"
          maxLength={100}
          error={errors.location}
        />
        {links.map((site) => (
          <Field
            key={site}
            label={t(site)}
            hint={t('linkHint')}
            name={site}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            maxLength={200}
            error={errors[site]}
          />
        ))}
      </div>
    </details>
  )
}
