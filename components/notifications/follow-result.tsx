'use client'

import { BellRing, Mail, MailOpen } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { canPush, subscribeDevice } from '#lib/client/notifications/push-device.ts'
import { defaultLocale, isLocale } from '#messages/locales.ts'

type FollowResultProps = {
  /** The challenge's id or `current`. */
  challengeId: string
  level?: 'h2' | 'h3'
}

/** Offers a single push or mail with the month's result, without an account. */
export function FollowResult({ challengeId, level: Heading = 'h2' }: FollowResultProps) {
  const t = useTranslations('FollowResult')
  const [view, setView] = useState<'asking' | 'mail' | 'following' | 'confirm'>('asking')
  return (
    <section
      aria-label={t('title')}
      className="rounded-3xl border border-line bg-surface p-5 text-start text-ink"
    >
      <Heading className="flex items-start gap-3 text-xl">
        <BellRing aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-drum" /> {t('title')}
      </Heading>
      {view === 'following' || view === 'confirm' ? (
        <p role="status" className="mt-2 flex items-start gap-3 font-semibold text-leaf">
          {view === 'confirm' ? <MailOpen aria-hidden="true" className="mt-0.5 size-5 shrink-0" /> : null}
          <span>{t(view)}</span>
        </p>
      ) : (
        <>
          <p className="mt-1 text-soft">{t('detail')}</p>
          <Ways
            challengeId={challengeId}
            isMailOpen={view === 'mail'}
            onMail={() => setView('mail')}
            onDone={setView}
          />
        </>
      )}
    </section>
  )
}

type WaysProps = {
  challengeId: string
  isMailOpen: boolean
  onMail: () => void
  onDone: (state: 'following' | 'confirm') => void
}

function Ways({ challengeId, isMailOpen, onMail, onDone }: WaysProps) {
  const t = useTranslations('FollowResult')
  const mayPush = useSyncExternalStore(subscribeNothing, canPush, () => false)
  const { follow, isPending, problem } = useFollowOnDevice(challengeId, () => onDone('following'))
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-3">
        {mayPush && problem !== 'unavailable' ? (
          <Button onClick={follow} aria-busy={isPending}>
            <BellRing aria-hidden="true" className="size-5" />{' '}
            <span>{isPending ? t('sending') : t('byPush')}</span>
          </Button>
        ) : null}
        {isMailOpen ? null : (
          <Button onClick={onMail}>
            <Mail aria-hidden="true" className="size-5" /> {t('byMail')}
          </Button>
        )}
      </div>
      {problem && problem !== 'unavailable' ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t(problem)}
        </p>
      ) : null}
      {isMailOpen ? <MailForm challengeId={challengeId} onDone={() => onDone('confirm')} /> : null}
    </>
  )
}

const subscribeNothing = () => () => undefined

/** Follows by push. If the installation sends no pushes (`unavailable`), only mail remains. */
function useFollowOnDevice(challengeId: string, onDone: () => void) {
  const locale = useLocale()
  const { send, isPending, answer, error } = useSend<'following' | 'denied' | 'dismissed' | 'unavailable'>(
    {
      mutationFn: async () => {
        const push = await subscribeDevice()
        if (typeof push === 'string') return push
        await api('POST /challenges/{id}/follow/', {
          path: { id: challengeId },
          body: { push, locale: isLocale(locale) ? locale : defaultLocale },
        })
        return 'following'
      },
      onSuccess: (state) => {
        if (state === 'following') onDone()
      },
    },
    queryClient(),
  )
  // After `dismissed` the browser can ask for permission again, so it is no problem.
  const refused = answer === 'following' || answer === 'dismissed' ? undefined : answer
  const problem: 'failed' | typeof refused = error ? 'failed' : refused
  return { follow: () => void send(), isPending, problem }
}

function MailForm({ challengeId, onDone }: { challengeId: string; onDone: () => void }) {
  const t = useTranslations('FollowResult')
  const locale = useLocale()
  const { isBusy, whole, formProps, field, focus } = useApiForm({
    defaultValues: { email: '' },
    toBody: ({ email }) => ({
      email: email.trim(),
      locale: isLocale(locale) ? locale : defaultLocale,
    }),
    schema: async () => (await import('#lib/contract/notifications/calls.ts')).followResult.body,
    sentence: (_, { code }) => t(code === 'too_small' ? 'emailMissing' : 'emailWrong'),
    send: async (body) => {
      await api('POST /challenges/{id}/follow/', { path: { id: challengeId }, body })
      onDone()
    },
    refuse: (error) => {
      const { email } = refusedFields(['email'], error)
      const words = { fallback: t('failed'), noConnection: t('noConnection') }
      return email ? { fields: { email } } : { whole: sentenceOf(error, words) }
    },
  })
  // The button that opened this form is gone, so the field takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => focus('email'), [])
  return (
    <form {...formProps} className="mt-3 grid gap-3">
      <ErrorNote>{whole}</ErrorNote>
      <Field
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        label={t('email')}
        {...field('email')}
      />
      <SubmitButton busy={isBusy}>{isBusy ? t('sending') : t('send')}</SubmitButton>
    </form>
  )
}
