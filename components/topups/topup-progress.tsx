import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { cn } from '#components/ui/cn.ts'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import type { Topup } from '#lib/contract/topups/calls.ts'

/** Short, because users watch the page during a prompt. */
const POLL_MS = 3_000

const tones: Record<Topup['status'], string> = {
  pending: 'bg-sunken',
  completed: 'bg-leaf-wash text-leaf',
  failed: 'bg-alarm-wash text-alarm',
  expired: 'bg-alarm-wash text-alarm',
}

export function TopupProgress({ id }: { id: string }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const client = useQueryClient()
  const { data: topup } = useQuery({
    ...apiQuery('GET /wallet/api/topup/status/{id}/', { path: { id } }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'pending' ? false : POLL_MS),
  })
  const status = topup?.status
  useEffect(() => {
    if (status === 'completed') void renewWallet(client)
  }, [status, client])
  if (!topup) return null
  return (
    <>
      <div role="status" className={cn('mt-3 rounded-2xl px-4 py-3', tones[topup.status])}>
        <p className="font-semibold">{t('topUpPending', { amount: formats.shillings(topup.amount) })}</p>
        <p>{isUnclear(topup) ? t(topup.prompt) : topup.message}</p>
      </div>
      {topup.paybill ? (
        <section className="mt-3 grid gap-2">
          <h3 className="font-semibold">{t('byHand')}</h3>
          <PaybillValues paybill={topup.paybill} amount={topup.amount} />
        </section>
      ) : null}
    </>
  )
}

function isUnclear(topup: Topup): topup is Topup & { prompt: 'unsure' | 'over' } {
  return topup.prompt === 'unsure' || topup.prompt === 'over'
}
