'use client'

import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { closePageSession } from '#lib/client/session/page-session.ts'
import { clearSession } from '#lib/client/session/session.ts'

type Problems = { word?: string; password?: string; whole?: string }

/** The end of an account: a word typed out and the password, so that no thumb does it by itself. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Profile.account')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})

  const show = (next: Problems) => {
    setProblems(next)
    const wrong = next.word ? 'word' : next.password ? 'password' : null
    const input = wrong ? form.current?.elements.namedItem(wrong) : null
    if (input instanceof HTMLElement) input.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const password = String(typed.get('password') ?? '')
    const found: Problems = {}
    if (String(typed.get('word') ?? '').trim() !== t('word')) found.word = t('wordWrong', { word: t('word') })
    if (password === '') found.password = t('passwordMissing')
    show(found)
    if (found.word || found.password) return
    setBusy(true)
    try {
      await api('POST /users/me/delete/', { body: { password } })
      await closePageSession().catch(() => undefined)
      // Not before: a page behind a login leads to the login as soon as nobody is signed in.
      window.addEventListener('pagehide', clearSession, { once: true })
      window.location.assign('/')
    } catch (error) {
      setBusy(false)
      const { password: refused } = error instanceof ApiError ? fieldErrors(error.data) : {}
      const isSaid = error instanceof ApiError && error.hasSentence
      show(refused ? { password: refused } : { whole: isSaid ? error.message : t('deleteFailed') })
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('dialogTitle')} description={t('dialogDetail')}>
      <form ref={form} onSubmit={submit} noValidate method="post" className="mt-5 grid gap-5">
        <Field
          name="word"
          label={t('typeWord', { word: t('word') })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={problems.word}
        />
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          words={{ show: t('showPassword'), hide: t('hidePassword') }}
          error={problems.password}
        />
        {problems.whole ? (
          <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
            {problems.whole}
          </p>
        ) : null}
        <div className="grid gap-2">
          <Button type="submit" tone="danger" size="large" wide aria-busy={busy}>
            {busy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
            {busy ? t('deleting') : t('confirm')}
          </Button>
          <Button size="large" wide onClick={onClose} disabled={busy}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
