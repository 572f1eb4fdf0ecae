'use client'

import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { useLogin } from './use-login.ts'

/** Email and password; what was typed stays, whatever goes wrong. */
export function LoginForm() {
  const t = useTranslations('Login')
  const { busy, problem, submit, form } = useLogin()
  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-8 grid gap-5" method="post">
      {problem?.summary ? (
        <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          {problem.summary}
        </p>
      ) : null}
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={problem?.fields.email}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        error={problem?.fields.password}
        words={{ show: t('showPassword'), hide: t('hidePassword') }}
      />
      <Button type="submit" tone="loud" size="large" wide aria-busy={busy}>
        {busy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
        {busy ? t('signingIn') : t('submit')}
      </Button>
    </form>
  )
}
