'use client'

import { BellOff, CircleX, LoaderCircle, MailX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { AccountNotice } from '#components/accounts/account-notice.tsx'
import { useMailedLink } from '#components/accounts/use-mailed-link.ts'
import { useViewFocus } from '#components/accounts/use-view-focus.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { api } from '#lib/client/http/api.ts'

/** Where the last link of a mail leads: one press stops such mails, without a login. */
export function UnsubscribeScreen() {
  const t = useTranslations('Unsubscribe')
  const kinds = useTranslations('Notifications.kinds')
  const words = { noLink: t('noLink'), noConnection: t('noConnection') }
  const { view, isSending, act } = useMailedLink('unsubscribe', words, (token, everything: boolean) =>
    api('POST /notifications/unsubscribe/', { body: { token, everything } }),
  )
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
          <Button tone="loud" size="large" wide onClick={() => act(false)} disabled={isSending}>
            {isSending ? t('sending') : t('stop')}
          </Button>
          {/* A voter's link has nothing else to stop (lib/domain/notifications/links.ts). */}
          {view.token.startsWith('m') ? (
            <>
              <Button wide onClick={() => act(true)} disabled={isSending}>
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
    case 'done':
      return (
        <AccountNotice icon={BellOff} tone="good" title={t('stopped')} titleRef={titleRef}>
          {view.done.stopped.length > 0 ? (
            <>
              <p>{t('stoppedDetail')}</p>
              <ul className="list-disc ps-6">
                {view.done.stopped.map((kind) => (
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
