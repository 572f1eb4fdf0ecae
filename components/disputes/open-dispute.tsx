import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { addressWith, useAddressText } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { DISPUTE_TEXT_MAX, payerDisputeKinds } from '#lib/contract/disputes/constants.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { isLocale, type Locale, locales, ownNames } from '#messages/locales.ts'
import { useDisputeWork } from './use-disputes.ts'

const closed = { new: null, phone: null, receipt: null, payer: null }

/** Opens a dispute for a payer who called. The address can name phone, receipt, or the payer's page. */
export function OpenDispute() {
  const t = useTranslations('AdminDisputes')
  const dispute = useTranslations('Dispute')
  const work = useDisputeWork()
  const [kind, setKind] = useState<(typeof payerDisputeKinds)[number]>('not_counted')
  const [receipt, setReceipt] = useState(useAddressText('receipt') ?? '')
  const [phone, setPhone] = useState(useAddressText('phone') ?? '')
  const payer = useAddressText('payer') ?? ''
  const known = useQuery({
    ...apiQuery('GET /admin/payers/{key}/', { path: { key: payer } }),
    enabled: payer !== '',
  }).data
  const isOfPayer = known !== undefined && !known.is_partial && phone === ''
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [locale, setLocale] = useState<Locale>('en')
  const send = async () => {
    const id = await work.open({
      kind,
      receipt: readReceipt(receipt) ?? receipt,
      phone_number: readMobile(phone) ?? phone,
      payer: isOfPayer ? payer : '',
      text,
      email: email.trim(),
      locale,
    })
    if (id) visit(addressWith({ ...closed, dispute: id }))
  }
  return (
    <ConfirmDialog
      title={t('open.title')}
      description={t('open.detail')}
      confirm={t('open.confirm')}
      tone="plain"
      isBusy={work.isBusy}
      problem={work.problem}
      onClose={() => visit(addressWith(closed))}
      onConfirm={() => void send()}
    >
      <SelectField
        label={t('fields.kind')}
        value={kind}
        onChange={({ target }) =>
          setKind(payerDisputeKinds.find((one) => one === target.value) ?? 'not_counted')
        }
        options={payerDisputeKinds.map((one) => ({ value: one, words: dispute(`kinds.${one}`) }))}
      />
      <Field
        label={t('fields.receipt')}
        error={work.fields.receipt}
        autoCapitalize="characters"
        autoComplete="off"
        value={receipt}
        onChange={({ target }) => setReceipt(target.value)}
      />
      <Field
        label={t('fields.phone')}
        hint={
          isOfPayer
            ? t('open.payer', {
                phone: formatPhone(known.phone),
                people: known.people.map(({ username }) => username).join(', ') || '–',
              })
            : undefined
        }
        error={work.fields.phone_number}
        inputMode="tel"
        autoComplete="off"
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
      />
      <TextAreaField
        label={t('fields.text')}
        error={work.fields.text}
        maxLength={DISPUTE_TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Field
        type="email"
        label={t('fields.email')}
        error={work.fields.email}
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <SelectField
        label={t('fields.language')}
        value={locale}
        onChange={({ target }) => setLocale(isLocale(target.value) ? target.value : 'en')}
        options={locales.map((one) => ({ value: one, words: ownNames[one] }))}
      />
    </ConfirmDialog>
  )
}
