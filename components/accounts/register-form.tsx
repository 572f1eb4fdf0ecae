'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { registerFields } from '#lib/client/accounts/registration.ts'
import { ErrorSummary } from './error-summary.tsx'
import { OptionalFields } from './optional-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { RoleCards } from './role-cards.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { focusField } from './use-account-form.ts'
import { useRegistration } from './use-registration.ts'
import { WayBackLink } from './way-back-link.tsx'

/** Opens an account (spec 1, section 2, Register); what was typed stays, whatever goes wrong. */
export function RegisterForm() {
  const t = useTranslations('Register')
  const [password, setPassword] = useState('')
  const { busy, problem, submit, form, summary } = useRegistration()
  const words = { show: t('showPassword'), hide: t('hidePassword') }
  const errors = problem.fields
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate method="post" className="mt-8 grid gap-5">
        <ErrorSummary
          problem={problem}
          fields={registerFields}
          ref={summary}
          title={(count) => t('sum', { count })}
          onPick={(field) => focusField(form.current, field)}
        />
        <RoleCards error={errors.role} />
        <Field
          label={t('name')}
          hint={t('nameHint')}
          name="name"
          autoComplete="nickname"
          required
          maxLength={60}
          error={errors.name}
        />
        <Field
          label={t('displayName')}
          hint={t('displayNameHint')}
          name="displayName"
          autoComplete="name"
          required
          maxLength={60}
          error={errors.displayName}
        />
        <Field
          label={t('email')}
          hint={t('emailHint')}
          name="email"
          type="email"
          inputMode="email"
          // What one signs in with: password managers keep it beside the password.
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          error={errors.email}
        />
        <Field
          label={t('phone')}
          hint={t('phoneHint')}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0712 345 678"
          maxLength={20}
          error={errors.phone}
        />
        <PasswordField
          label={t('password')}
          hint={t('passwordHint')}
          name="password"
          autoComplete="new-password"
          onChange={(event) => setPassword(event.currentTarget.value)}
          words={words}
          error={errors.password}
        />
        {password ? <StrengthMeter password={password} /> : null}
        <PasswordField
          label={t('confirmPassword')}
          name="confirmPassword"
          autoComplete="new-password"
          words={words}
          error={errors.confirmPassword}
        />
        <OptionalFields errors={errors} />
        <SubmitButton busy={busy}>{busy ? t('sending') : t('submit')}</SubmitButton>
      </form>
      <p className="mt-4 text-center">
        {t('haveAccount')} <WayBackLink href="/login">{t('login')}</WayBackLink>
      </p>
    </>
  )
}
