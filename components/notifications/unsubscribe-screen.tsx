'use client'

import { BellOff, CircleX, LoaderCircle, MailX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { AccountNotice } from '#components/accounts/account-notice.tsx'
import { useViewFocus } from '#components/accounts/use-view-focus.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'
import type { NotificationKind } from '#lib/contract/notifications/constants.ts'

/** Where the last link of a mail leads: one press stops such mails, without a login. */
export function UnsubscribeScreen() {
  const t = useTranslations('Unsubscribe')
  const kinds = useTranslations('Notifications.kinds')
  const { view, isSending, stop } = useStopLink()
  const titleRef = useViewFocus(view.kind, 'loading')
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice icon={LoaderCircle} tone="calm" title={t('title')}>
          <p>{t('loading')}</p>
        </AccountNotice>
      )
    case 'asking':
      return (
        <AccountNotice icon={MailX} tone="calm" title={t('title')} titleRef={titleRef}>
          <p>{t('detail')}</p>
          {view.problem ? (
            <p role="alert" className="font-semibold text-alarm">
              {view.problem}
            </p>
          ) : null}
          <Button tone="loud" size="large" wide onClick={() => stop(false)} disabled={isSending}>
            {isSending ? t('sending') : t('stop')}
          </Button>
          {view.isMember ? (
            <>
              <Button wide onClick={() => stop(true)} disabled={isSending}>
                {t('stopAll')}
              </Button>
              <p className="text-base">{t('stopAllDetail')}</p>
            </>
          ) : null}
          <Link href="/" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('keep')}
          </Link>
        </AccountNotice>
      )
    case 'stopped':
      return (
        <AccountNotice icon={BellOff} tone="good" title={t('stopped')} titleRef={titleRef}>
          {view.stopped.length > 0 ? (
            <>
              <p>{t('stoppedDetail')}</p>
              <ul className="list-disc ps-6">
                {view.stopped.map((kind) => (
                  <li key={kind}>{kinds(kind)}</li>
                ))}
              </ul>
              <Link
                href="/notifications?tab=choices"
                prefetch={false}
                className={buttonStyle({ tone: 'quiet', wide: true })}
              >
                {t('choices')}
              </Link>
            </>
          ) : (
            <p>{t('stoppedFollower')}</p>
          )}
        </AccountNotice>
      )
    case 'refused':
      return (
        <AccountNotice icon={CircleX} tone="bad" title={t('refused')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          <Link
            href="/notifications?tab=choices"
            prefetch={false}
            className={buttonStyle({ tone: 'quiet', wide: true })}
          >
            {t('choices')}
          </Link>
        </AccountNotice>
      )
  }
}

type StopView =
  | { kind: 'loading' }
  | { kind: 'asking'; problem: string; isMember: boolean }
  | { kind: 'stopped'; stopped: NotificationKind[] }
  | { kind: 'refused'; detail: string }

/** Stops mails by the token of the link, when the person says so: what reads mails opens links too. */
function useStopLink() {
  const t = useTranslations('Unsubscribe')
  const [view, setView] = useState<StopView>({ kind: 'loading' })
  const token = useRef<string | null>(null)
  // A voter's link has nothing else to stop (lib/domain/notifications/links.ts).
  const asking = (problem: string): StopView => ({
    kind: 'asking',
    problem,
    isMember: token.current?.startsWith('m') === true,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asking` only reads the ref
  useEffect(() => {
    if (token.current !== null) return
    token.current = takeLinkToken('unsubscribe')
    setView(token.current ? asking('') : { kind: 'refused', detail: t('noLink') })
  }, [t])

  const everything = useRef(false)
  const { isBusy, run } = useBusy(async () => {
    setView(asking(''))
    try {
      const { stopped } = await api('POST /notifications/unsubscribe/', {
        body: { token: token.current ?? '', everything: everything.current },
      })
      dropLinkToken('unsubscribe')
      setView({ kind: 'stopped', stopped })
    } catch (error) {
      // No answer, or a server in trouble: the link is still good.
      const mayRetry = !(error instanceof ApiError) || error.status === 0 || error.status >= 429
      if (mayRetry) setView(asking(t('noConnection')))
      else setView({ kind: 'refused', detail: error.message })
    }
  })
  const stop = (all: boolean) => {
    everything.current = all
    void run()
  }
  return { view, isSending: isBusy, stop }
}
