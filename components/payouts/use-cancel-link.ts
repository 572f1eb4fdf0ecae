'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { cancelByLink } from '#lib/client/wallets/wallet-api.ts'

export type CancelView =
  | { kind: 'loading' }
  | { kind: 'asking'; isSending: boolean; problem: string }
  | { kind: 'cancelled'; reference: string }
  | { kind: 'refused'; detail: string }

/** Calls a withdrawal off by the token of the mailed link, when the person says so: what reads mails opens links too. */
export function useCancelLink() {
  const t = useTranslations('CancelWithdrawal')
  const [view, setView] = useState<CancelView>({ kind: 'loading' })
  const token = useRef<string | null>(null)

  useEffect(() => {
    if (token.current !== null) return
    token.current = takeLinkToken('withdrawal')
    setView(
      token.current
        ? { kind: 'asking', isSending: false, problem: '' }
        : { kind: 'refused', detail: t('noLink') },
    )
  }, [t])

  async function cancel(): Promise<void> {
    setView({ kind: 'asking', isSending: true, problem: '' })
    try {
      const { transaction_reference } = await cancelByLink(token.current ?? '')
      dropLinkToken('withdrawal')
      setView({ kind: 'cancelled', reference: transaction_reference })
    } catch (error) {
      // No answer, or a server in trouble: the link is still good.
      const mayRetry = !(error instanceof ApiError) || error.status === 0 || error.status >= 429
      if (mayRetry) setView({ kind: 'asking', isSending: false, problem: t('noConnection') })
      else setView({ kind: 'refused', detail: error.message })
    }
  }
  return { view, cancel }
}
