'use client'

import { CircleX, LoaderCircle, Undo2, Wallet } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { AccountNotice } from '#components/accounts/account-notice.tsx'
import { useViewFocus } from '#components/accounts/use-view-focus.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'

/** Where the link of the mail about a withdrawal leads: one button, which calls it off. */
export function CancelWithdrawalScreen() {
  const t = useTranslations('CancelWithdrawal')
  const { view, isSending, cancel } = useCancelLink()
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
        <AccountNotice icon={Wallet} tone="calm" title={t('title')} titleRef={titleRef}>
          <p>{t('detail')}</p>
          {view.problem ? (
            <p role="alert" className="font-semibold text-alarm">
              {view.problem}
            </p>
          ) : null}
          <Button tone="loud" size="large" wide onClick={cancel} disabled={isSending}>
            {isSending ? t('sending') : t('cancel')}
          </Button>
          <Link href="/" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('keep')}
          </Link>
        </AccountNotice>
      )
    case 'cancelled':
      return (
        <AccountNotice icon={Undo2} tone="good" title={t('cancelled')} titleRef={titleRef}>
          <p>{t('cancelledDetail', { reference: view.reference })}</p>
          <p>{t('notYou')}</p>
          <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toWallet')}
          </Link>
          <Link href="/forgot-password" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('newPassword')}
          </Link>
        </AccountNotice>
      )
    case 'refused':
      return (
        <AccountNotice icon={CircleX} tone="bad" title={t('refused')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toWallet')}
          </Link>
        </AccountNotice>
      )
  }
}

type CancelView =
  | { kind: 'loading' }
  | { kind: 'asking'; problem: string }
  | { kind: 'cancelled'; reference: string }
  | { kind: 'refused'; detail: string }

/** Calls a withdrawal off by the token of the mailed link, when the person says so: what reads mails opens links too. */
function useCancelLink() {
  const t = useTranslations('CancelWithdrawal')
  const [view, setView] = useState<CancelView>({ kind: 'loading' })
  const token = useRef<string | null>(null)

  useEffect(() => {
    if (token.current !== null) return
    token.current = takeLinkToken('withdrawal')
    setView(token.current ? { kind: 'asking', problem: '' } : { kind: 'refused', detail: t('noLink') })
  }, [t])

  const { isBusy, run } = useBusy(async () => {
    setView({ kind: 'asking', problem: '' })
    try {
      const { transaction_reference } = await api('POST /wallet/api/withdraw/cancel/', {
        body: { token: token.current ?? '' },
      })
      dropLinkToken('withdrawal')
      setView({ kind: 'cancelled', reference: transaction_reference })
    } catch (error) {
      // No answer, or a server in trouble: the link is still good.
      const mayRetry = !(error instanceof ApiError) || error.status === 0 || error.status >= 429
      if (mayRetry) setView({ kind: 'asking', problem: t('noConnection') })
      else setView({ kind: 'refused', detail: error.message })
    }
  })
  return { view, isSending: isBusy, cancel: run }
}
