import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMyWallet } from '#components/wallets/use-my-wallet.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { SubmitUntil } from './submit-until.tsx'
import { useJoin } from './use-subscription.ts'

type SubscribeDialogProps = {
  challenge: NonNullable<SubscriptionState['challenge']>
  isRetry: boolean
  phone: string
  onClose: () => void
}

/** Pays the fee by M-PESA prompt, or from the wallet if its balance suffices. */
export function SubscribeDialog({ challenge, isRetry, phone, onClose }: SubscribeDialogProps) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  const { data: wallet } = useMyWallet()
  const { paying, problem, join } = useJoin(challenge, isRetry)
  const fee = formats.shillings(challenge.subscription_fee)
  const pay = async (from: string | null) => {
    if (await join(from)) onClose()
  }
  const { formProps, field, errorOf } = useApiForm({
    defaultValues: { phone_number: formatPhone(phone) },
    toBody: ({ phone_number }) => ({ phone_number: phone_number.trim() }),
    schema: async () => (await import('#lib/contract/subscriptions/calls.ts')).join.body,
    sentence: (_, { code }) => (code === 'too_small' ? t('phoneShort') : undefined),
    isRepeatable: true,
    // `problem` reports the refusals of both ways to pay.
    send: ({ phone_number = '' }) => pay(phone_number),
  })
  const refusedPhone = problem?.field === 'phone' ? problem.sentence : null
  return (
    <Dialog open onClose={onClose} title={t('dialogTitle')} description={t('dialogDetail', { fee })}>
      <SubmitUntil end={challenge.submissions_end_at} />
      <form {...formProps} className="mt-5 grid gap-5">
        <PhoneField
          label={t('phone')}
          hint={t('phoneHint')}
          {...field('phone_number')}
          error={errorOf('phone_number') ?? refusedPhone}
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
