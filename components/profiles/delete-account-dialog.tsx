'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { deleteMyAccount } from '#lib/client/accounts/account-api.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
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
      await deleteMyAccount(password)
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
        <ErrorNote>{problems.whole}</ErrorNote>
        <div className="grid gap-2">
          <SubmitButton busy={busy} tone="danger">
            {busy ? t('deleting') : t('confirm')}
          </SubmitButton>
          <Button size="large" wide onClick={onClose} disabled={busy}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
