'use client'

import { ChevronDown, Disc3, Footprints } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { cn } from '#components/ui/cn.ts'
import { Field } from '#components/ui/field.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { accountTextMax } from '#lib/contract/accounts/constants.ts'
import { EMAIL_MAX, PHONE_MAX } from '#lib/contract/constants.ts'
import { profileTextMax } from '#lib/contract/profiles/constants.ts'
import { EmailField } from './email-field.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { useRegistration } from './use-registration.ts'
import { WayBackLink } from './way-back-link.tsx'

export function RegisterForm() {
  const t = useTranslations('Register')
  const { form, isBusy, whole, wrong, errorOf, summary, focus, formProps, field } = useRegistration()
  const password = useWatch({ control: form.control, name: 'password' }) ?? ''
  const words = { show: t('showPassword'), hide: t('hidePassword') }
  return (
    <>
      <form {...formProps} className="mt-8 grid grid-cols-1 gap-5">
        <ErrorSummary
          whole={whole}
          wrong={wrong.map((name) => ({ field: name, sentence: errorOf(name) }))}
          ref={summary}
          title={(count) => t('sum', { count })}
          onPick={focus}
        />
        <RoleCards {...field('role')} />
        <Field
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="nickname"
          required
          maxLength={accountTextMax.username}
          {...field('name')}
        />
        <Field
          label={t('displayName')}
          hint={t('displayNameHint')}
          autoComplete="name"
          required
          maxLength={profileTextMax.display_name}
          {...field('displayName')}
        />
        <EmailField label={t('email')} hint={t('emailHint')} maxLength={EMAIL_MAX} {...field('email')} />
        <PhoneField label={t('phone')} hint={t('phoneHint')} maxLength={PHONE_MAX} {...field('phone')} />
        <PasswordField
          label={t('password')}
          hint={t('passwordHint')}
          autoComplete="new-password"
          words={words}
          {...field('password')}
        />
        {password ? <StrengthMeter password={password} /> : null}
        <PasswordField
          label={t('confirmPassword')}
          autoComplete="new-password"
          words={words}
          {...field('confirmPassword')}
        />
        <OptionalFields field={field} />
        <SubmitButton busy={isBusy}>{isBusy ? t('sending') : t('submit')}</SubmitButton>
      </form>
      <p className="mt-4 text-center">
        {t('haveAccount')} <WayBackLink href="/login">{t('login')}</WayBackLink>
      </p>
    </>
  )
}

const roles = [
  { value: 'dancer', icon: Footprints },
  { value: 'copyright_owner', icon: Disc3 },
] as const

/** No role is preselected, because the role cannot change later. */
function RoleCards({ error, ...radio }: ComponentProps<'input'> & { error?: string | undefined }) {
  const t = useTranslations('Register')
  return (
    <fieldset aria-describedby={error ? 'role-error' : undefined}>
      <legend className="font-semibold">{t('role')}</legend>
      <div className="mt-1.5 grid grid-cols-1 gap-3 sm:grid-cols-2">
        {roles.map(({ value, icon: Icon }) => (
          <label
            key={value}
            className={cn(
              'relative grid cursor-pointer grid-cols-[auto_1fr] content-start items-center gap-x-4 gap-y-1 rounded-3xl border-2 bg-surface p-4 transition-colors hover:bg-sunken has-checked:border-drum has-checked:bg-drum-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-drum sm:grid-cols-1',
              error ? 'border-alarm' : 'border-edge',
            )}
          >
            <input type="radio" {...radio} value={value} required className="peer sr-only" />
            <Icon aria-hidden="true" className="row-span-2 size-9 text-drum sm:row-span-1" />
            <span className="font-display text-xl font-bold">
              {t.rich(`roles.${value}.name`, {
                also: (words) => <span className="font-sans text-base font-semibold">{words}</span>,
              })}
            </span>
            <span className="text-sm text-soft">{t(`roles.${value}.detail`)}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id="role-error" role="alert" className="mt-1.5 text-sm font-semibold text-alarm">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

const links = ['instagram', 'tiktok', 'youtube'] as const

/** Folded, because most users skip these fields. */
function OptionalFields({ field }: Pick<ReturnType<typeof useRegistration>, 'field'>) {
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
          maxLength={accountTextMax.location}
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
            maxLength={profileTextMax.social}
            {...field(site)}
          />
        ))}
      </div>
    </details>
  )
}
