'use client'

import { BellRing, CircleX, LoaderCircle, Trophy } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { AccountNotice } from '#components/accounts/account-notice.tsx'
import { useViewFocus } from '#components/accounts/use-view-focus.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'

/** Where the link leads by which a voter confirms their address: one button. */
export function ConfirmFollowScreen() {
  const t = useTranslations('FollowResult')
  const { view, isSending, confirm } = useConfirmLink()
  const titleRef = useViewFocus(view.kind, 'loading')
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice icon={LoaderCircle} tone="calm" title={t('confirmTitle')}>
          <p>{t('sending')}</p>
        </AccountNotice>
      )
    case 'asking':
      return (
        <AccountNotice icon={Trophy} tone="calm" title={t('confirmTitle')} titleRef={titleRef}>
          <p>{t('confirmDetail')}</p>
          {view.problem ? (
            <p role="alert" className="font-semibold text-alarm">
              {view.problem}
            </p>
          ) : null}
          <Button tone="loud" size="large" wide onClick={confirm} disabled={isSending}>
            {isSending ? t('sending') : t('yes')}
          </Button>
          <Link href="/" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('no')}
          </Link>
        </AccountNotice>
      )
    case 'confirmed':
      return (
        <AccountNotice icon={BellRing} tone="good" title={t('confirmed')} titleRef={titleRef}>
          <p>{t('confirmedDetail', { month: view.month })}</p>
          <Link href="/results" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toResults')}
          </Link>
        </AccountNotice>
      )
    case 'refused':
      return (
        <AccountNotice icon={CircleX} tone="bad" title={t('refused')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          <Link href="/results" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toResults')}
          </Link>
        </AccountNotice>
      )
  }
}

type ConfirmView =
  | { kind: 'loading' }
  | { kind: 'asking'; problem: string }
  | { kind: 'confirmed'; month: string }
  | { kind: 'refused'; detail: string }

/** Confirms by the token of the mailed link, when the person says so: what reads mails opens links too. */
function useConfirmLink() {
  const t = useTranslations('FollowResult')
  const [view, setView] = useState<ConfirmView>({ kind: 'loading' })
  const token = useRef<string | null>(null)

  useEffect(() => {
    if (token.current !== null) return
    token.current = takeLinkToken('follow')
    setView(token.current ? { kind: 'asking', problem: '' } : { kind: 'refused', detail: t('noLink') })
  }, [t])

  const { isBusy, run } = useBusy(async () => {
    setView({ kind: 'asking', problem: '' })
    try {
      const { challenge } = await api('POST /challenges/follow/confirm/', {
        body: { token: token.current ?? '' },
      })
      dropLinkToken('follow')
      setView({ kind: 'confirmed', month: challenge })
    } catch (error) {
      const mayRetry = !(error instanceof ApiError) || error.status === 0 || error.status >= 429
      if (mayRetry) setView({ kind: 'asking', problem: t('noConnection') })
      else setView({ kind: 'refused', detail: error.message })
    }
  })
  return { view, isSending: isBusy, confirm: run }
}
