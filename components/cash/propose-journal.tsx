import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { DayField } from '#components/desk/day-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import {
  CASH_EVIDENCE_MAX,
  CASH_NOTE_MAX,
  type CashKind,
  type CashPlace,
  cashKinds,
  placesOfKind,
} from '#lib/contract/cash/constants.ts'
import { useCashWork } from './use-cash.ts'

/** The form's first values, suggested by a difference of a balance. */
export type CashDraft = { readonly kind: CashKind; readonly place: CashPlace; readonly amount: string }

const words = {
  to_bank: 'from',
  float_in: 'to',
  mpesa_move: 'from',
  mpesa_charge: 'charged',
  bank_charge: 'charged',
  owner_in: 'to',
  owner_out: 'from',
  tax_payment: 'from',
} as const satisfies Record<CashKind, string>

type Problem = { amount?: string; happened_on?: string; note?: string }

export function ProposeJournal({ draft, onClose }: { draft: CashDraft; onClose: () => void }) {
  const t = useTranslations('AdminBooks')
  const work = useCashWork()
  const [kind, setKind] = useState(draft.kind)
  const [chosen, setPlace] = useState<CashPlace>(draft.place)
  const [amountText, setAmount] = useState(draft.amount)
  const [day, setDay] = useState(nairobiToday)
  const [evidence, setEvidence] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const places = placesOfKind[kind]
  const place = places.includes(chosen) ? chosen : (places[0] ?? 'bank')
  const amount = readAmount(amountText)
  const submit = async () => {
    const found: Problem = {
      ...(amount === null ? { amount: t('form.amountWrong') } : {}),
      ...(day === '' ? { happened_on: t('form.dayWrong') } : {}),
      ...(note.trim() === '' ? { note: t('form.noteMissing') } : {}),
    }
    setProblem(found)
    if (Object.keys(found).length > 0 || amount === null) return
    if (await work.propose({ kind, place, amount, happened_on: day, evidence, note })) onClose()
  }
  return (
    <ConfirmDialog
      title={t('form.title')}
      description={t('form.detail')}
      confirm={t('form.submit')}
      tone="money"
      isBusy={work.isBusy}
      problem={work.problem}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <SelectField
        label={t('form.kind')}
        hint={t(`about.${kind}`)}
        error={work.fields.kind}
        value={kind}
        onChange={({ target }) => setKind(cashKinds.find((one) => one === target.value) ?? kind)}
        options={cashKinds.map((one) => ({ value: one, words: t(`kinds.${one}`) }))}
      />
      {places.length > 1 ? (
        <SelectField
          label={t(`form.place.${words[kind]}`)}
          error={work.fields.place}
          value={place}
          onChange={({ target }) => setPlace(places.find((one) => one === target.value) ?? place)}
          options={places.map((one) => ({ value: one, words: t(`places.${one}`) }))}
        />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('form.amount')}
          error={problem.amount ?? work.fields.amount}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          value={amountText}
          onChange={({ target }) => setAmount(target.value)}
        />
        <DayField
          label={t('form.day')}
          error={problem.happened_on ?? work.fields.happened_on}
          value={day}
          max={nairobiToday()}
          onDay={setDay}
        />
      </div>
      <Field
        label={t('form.evidence')}
        hint={t('form.evidenceHint')}
        error={work.fields.evidence}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={CASH_EVIDENCE_MAX}
        value={evidence}
        onChange={({ target }) => setEvidence(target.value)}
      />
      <Field
        label={t('form.note')}
        hint={t('form.noteHint')}
        error={problem.note ?? work.fields.note}
        autoComplete="off"
        maxLength={CASH_NOTE_MAX}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmDialog>
  )
}
