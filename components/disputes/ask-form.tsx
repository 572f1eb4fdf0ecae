import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CodeField } from '#components/ui/code-field.tsx'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { api } from '#lib/client/http/api.ts'
import { DISPUTE_TEXT_MAX, payerDisputeKinds } from '#lib/contract/disputes/constants.ts'
import { readMobile } from '#lib/contract/phone.ts'

type AskFormProps = {
  /** Receipt that the payer already typed in the search; likewise `phone`. */
  receipt: string
  phone: string
}

export function AskForm({ receipt, phone }: AskFormProps) {
  const t = useTranslations('Dispute.ask')
  const [opened, setOpened] = useState<{ reference: string; link: string } | null>(null)
  const [attempt] = useState(idempotentAttempt)
  const { isBusy, whole, formProps, field } = useApiForm({
    defaultValues: { kind: 'not_counted', receipt, phone_number: phone, text: '', email: '' },
    toBody: ({ kind, ...typed }) => ({
      ...typed,
      kind: payerDisputeKinds.find((one) => one === kind) ?? 'not_counted',
      receipt: readReceipt(typed.receipt) ?? typed.receipt,
      phone_number: readMobile(typed.phone_number) ?? typed.phone_number,
      email: typed.email.trim(),
    }),
    schema: async () => (await import('#lib/contract/disputes/calls.ts')).openDispute.body,
    send: async (body) => {
      setOpened(await attempt(JSON.stringify(body), (key) => api('POST /disputes/', { body, attempt: key })))
    },
  })
  if (opened) return <Opened {...opened} />
  return (
    <form {...formProps} className="mt-4 grid max-w-xl content-start gap-5">
      <SelectField
        label={t('kind')}
        options={payerDisputeKinds.map((kind) => ({ value: kind, words: t(`kinds.${kind}`) }))}
        {...field('kind')}
      />
      <CodeField label={t('receipt')} {...field('receipt')} />
      <PhoneField label={t('phone')} {...field('phone_number')} />
      <TextAreaField label={t('text')} hint={t('textHint')} maxLength={DISPUTE_TEXT_MAX} {...field('text')} />
      <Field type="email" autoComplete="email" label={t('email')} hint={t('emailHint')} {...field('email')} />
      <ErrorNote>{whole}</ErrorNote>
      <SubmitButton busy={isBusy}>{t('submit')}</SubmitButton>
    </form>
  )
}

function Opened({ reference, link }: { reference: string; link: string }) {
  const t = useTranslations('Dispute.ask')
  return (
    <div role="status" className="mt-4 grid max-w-xl grid-cols-1 gap-3 rounded-2xl bg-leaf-wash px-4 py-4">
      <p className="font-semibold">{t('opened', { reference })}</p>
      <p>{t('openedDetail')}</p>
      <dl>
        <CopyValue label={t('link')} value={link} words={{ copy: t('copy'), copied: t('copied') }} />
      </dl>
      <a href={link} className="font-semibold underline">
        {t('follow')}
      </a>
    </div>
  )
}
