import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { useFormats } from '#components/ui/use-formats.ts'
import { WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'

type RemainderChoiceProps = { amount: number; error: string | undefined; onChange: () => void }

/** A tick gives up exactly this amount; if the amount changes, the user must tick again. */
export function RemainderChoice({ amount, error, onChange }: RemainderChoiceProps) {
  const t = useTranslations('Profile.account')
  const formats = useFormats()
  const id = useId()
  const said = formats.shillings(amount)
  return (
    <div className="rounded-2xl bg-sunken px-4 py-3">
      <p id={`${id}-detail`}>{t('remainder', { amount: said, least: formats.shillings(WITHDRAWAL_MIN) })}</p>
      <label className="tap mt-1 flex cursor-pointer items-center gap-3 font-semibold">
        <input
          key={amount}
          type="checkbox"
          name="given_up"
          value={amount}
          onChange={onChange}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-detail ${id}-error` : `${id}-detail`}
          className="size-5 shrink-0 accent-(--leaf)"
        />
        <span>{t('giveUp', { amount: said })}</span>
      </label>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-semibold text-alarm">
          {error}
        </p>
      ) : null}
    </div>
  )
}
