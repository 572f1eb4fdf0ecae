import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMyWallet } from '#components/wallets/use-my-wallet.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
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
  const [typed, setTyped] = useState(() => formatPhone(phone))
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
        <PhoneField
          label={t('phone')}
          hint={t('phoneHint')}
          name="phone_number"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setShort(false)
          }}
          error={phoneError}
          className="figures"
        />
        <ErrorNote>{problem?.field === null ? problem.sentence : null}</ErrorNote>
        <div className="grid gap-2">
          <SubmitButton busy={paying === 'phone'} tone="money">
            {paying === 'phone' ? t('sending') : t('pay', { fee })}
          </SubmitButton>
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
