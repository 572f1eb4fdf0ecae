'use client'

import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMyWallet } from '#components/wallets/use-my-wallet.ts'
import { spokenPhone } from '#lib/client/gifts/gift-phone.ts'
import { isSubscriptionPhone } from '#lib/client/subscriptions/subscription-phone.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { useJoin } from './use-subscription.ts'

type SubscribeDialogProps = {
  challenge: NonNullable<SubscriptionState['challenge']>
  isRetry: boolean
  phone: string
  onClose: () => void
}

/** Which phone pays; or the wallet, where it holds enough. */
export function SubscribeDialog({ challenge, isRetry, phone, onClose }: SubscribeDialogProps) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  const { data: wallet } = useMyWallet()
  const { paying, problem, join } = useJoin(challenge, isRetry)
  const [typed, setTyped] = useState(() => spokenPhone(phone))
  const [short, setShort] = useState(false)
  const fee = formats.shillings(challenge.subscription_fee)

  const pay = async (from: string | null) => {
    if (await join(from)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isLongEnough = isSubscriptionPhone(typed)
    setShort(!isLongEnough)
    if (isLongEnough) void pay(typed.replace(/\u00a0/g, ' ').trim())
  }
  const phoneError = short ? t('phoneShort') : problem?.field === 'phone' ? problem.sentence : null
  return (
    <Dialog open onClose={onClose} title={t('dialogTitle')} description={t('dialogDetail', { fee })}>
      <form onSubmit={submit} noValidate method="post" className="mt-5 grid gap-5">
        <Field
          label={t('phone')}
          hint={t('phoneHint')}
          name="phone_number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0712 345 678"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setShort(false)
          }}
          error={phoneError}
          className="figures"
        />
        {problem?.field === null ? (
          <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
            {problem.sentence}
          </p>
        ) : null}
        <div className="grid gap-2">
          <Button type="submit" tone="money" size="large" wide aria-busy={paying === 'phone'}>
            {paying === 'phone' ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
            {paying === 'phone' ? t('sending') : t('pay', { fee })}
          </Button>
          {wallet && wallet.balance >= challenge.subscription_fee ? (
            <Button size="large" wide aria-busy={paying === 'wallet'} onClick={() => pay(null)}>
              {paying === 'wallet' ? t('fromWalletSending') : t('fromWallet', { fee })}
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-soft">{t('safe')}</p>
      </form>
    </Dialog>
  )
}
