import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { type ProfileField, profileMaxOf } from '#lib/client/profiles/profile-form.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { socialSites } from '#lib/contract/profiles/social-sites.ts'
import { useProfileEditor } from './use-profile-editor.ts'

/** Name, words about oneself, place and links. */
export function ProfileEditor({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const t = useTranslations('Profile')
  const { form, typed, errors, failure, busy, change, submit } = useProfileEditor(profile, onDone)
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => first.current?.focus(), [])
  const input = (field: ProfileField) => ({
    name: field,
    value: typed[field],
    error: errors[field],
    onChange: ({ target }: { target: { value: string } }) => change(field, target.value),
  })
  const left = profileMaxOf('bio') - typed.bio.trim().length
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      method="post"
      className="mt-5 grid gap-5 rounded-3xl border border-line bg-surface p-5"
    >
      <h3 ref={first} tabIndex={-1} className="text-xl outline-none">
        {t('editor.title')}
      </h3>
      <Field
        {...input('display_name')}
        label={t('editor.displayName')}
        hint={t('editor.displayNameHint')}
        autoComplete="nickname"
      />
      <TextAreaField
        {...input('bio')}
        label={t('editor.bio')}
        hint={left <= 100 ? t('editor.bioLeft', { count: Math.max(0, left) }) : undefined}
      />
      <Field
        {...input('location')}
        label={t('editor.location')}
        hint={t('editor.locationHint')}
        autoComplete="address-level2"
      />
      {socialSites.map((site) => (
        <Field
          key={site}
          {...input(site)}
          label={t(`sites.${site}`)}
          hint={t('editor.socialHint')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {failure ? (
        <div role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
          <p className="font-semibold">{t('editor.failed')}</p>
          <p className="mt-1">{failure}</p>
        </div>
      ) : null}
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button size="large" onClick={onDone} disabled={busy}>
          {t('editor.cancel')}
        </Button>
        <SubmitButton busy={busy}>{busy ? t('editor.saving') : t('editor.save')}</SubmitButton>
      </div>
    </form>
  )
}
