'use client'

import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { OptionalFields } from './optional-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { RoleCards } from './role-cards.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { useRegistration } from './use-registration.ts'
import { WayBackLink } from './way-back-link.tsx'

/** Opens an account (spec 1, section 2, Register); what was typed stays, whatever goes wrong. */
export function RegisterForm() {
  const t = useTranslations('Register')
  const { form, isBusy, whole, wrong, errorOf, summary, focus, formProps, field } = useRegistration()
  const password = useWatch({ control: form.control, name: 'password' }) ?? ''
  const words = { show: t('showPassword'), hide: t('hidePassword') }
  return (
    <>
      <form {...formProps} className="mt-8 grid gap-5">
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
          maxLength={60}
          {...field('name')}
        />
        <Field
          label={t('displayName')}
          hint={t('displayNameHint')}
          autoComplete="name"
          required
          maxLength={60}
          {...field('displayName')}
        />
        <Field
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          inputMode="email"
          // What one signs in with: password managers keep it beside the password.
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          {...field('email')}
        />
        <Field
          label={t('phone')}
          hint={t('phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0712 345 678"
          maxLength={20}
          {...field('phone')}
        />
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
