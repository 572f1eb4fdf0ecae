import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { counties } from '#lib/contract/profiles/counties.ts'
import { socialSites } from '#lib/contract/profiles/social-sites.ts'
import { useProfileEditor } from './use-profile-editor.ts'

export function ProfileEditor({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const t = useTranslations('Profile')
  const { formProps, field, isBusy, whole, bioLeft } = useProfileEditor(profile, onDone)
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <form {...formProps} className="mt-5 grid gap-5 rounded-3xl border border-line bg-surface p-5">
      <h3 ref={first} tabIndex={-1} className="text-xl outline-none">
        {t('editor.title')}
      </h3>
      <Field
        {...field('display_name')}
        label={t('editor.displayName')}
        hint={t('editor.displayNameHint')}
        autoComplete="nickname"
      />
      <TextAreaField
        {...field('bio')}
        label={t('editor.bio')}
        hint={bioLeft <= 100 ? t('editor.bioLeft', { count: Math.max(0, bioLeft) }) : undefined}
      />
      <Field
        {...field('location')}
        label={t('editor.location')}
        hint={t('editor.locationHint')}
        autoComplete="address-level2"
      />
      <SelectField
        {...field('county')}
        label={t('editor.county')}
        hint={t('editor.countyHint')}
        options={[
          { value: '', words: t('editor.noCounty') },
          ...counties.map((county) => ({ value: county, words: county })),
        ]}
      />
      {socialSites.map((site) => (
        <Field
          key={site}
          {...field(site)}
          label={t(`sites.${site}`)}
          hint={t('editor.socialHint')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {whole ? (
        <div role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
          <p className="font-semibold">{t('editor.failed')}</p>
          <p className="mt-1">{whole}</p>
        </div>
      ) : null}
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button size="large" onClick={onDone} disabled={isBusy}>
          {t('editor.cancel')}
        </Button>
        <SubmitButton busy={isBusy}>{isBusy ? t('editor.saving') : t('editor.save')}</SubmitButton>
      </div>
    </form>
  )
}
