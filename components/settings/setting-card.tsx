import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { SettingProposal } from './setting-proposal.tsx'
import { useSettingValue } from './use-setting-value.ts'

/** One setting: what it means, what it is, and a field for another value. Nothing is saved before it is confirmed. */
export function SettingCard({ setting }: { setting: SystemSetting }) {
  const t = useTranslations('SystemSettings')
  const write = useSettingValue(setting.unit)
  const [typed, setTyped] = useState(String(setting.value))
  const [known, setKnown] = useState(setting.version)
  const [error, setError] = useState<string | null>(null)
  // As it was when it was asked: what others change meanwhile is not what is confirmed.
  const [asked, setAsked] = useState<{ setting: SystemSetting; value: number } | null>(null)
  // A value that was changed, here or elsewhere, is where the next change begins.
  if (known !== setting.version) {
    setKnown(setting.version)
    setTyped(String(setting.value))
    setError(null)
  }
  const value = Number(typed)
  const isUsable =
    typed.trim() !== '' && Number.isInteger(value) && value >= setting.min && value <= setting.max
  const isChanged = typed.trim() !== String(setting.value)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    if (isUsable) setAsked({ setting, value })
    else setError(t('outOfBounds', { min: write(setting.min), max: write(setting.max) }))
  }
  return (
    <section
      aria-labelledby={`setting-${setting.name}`}
      className="flex h-full flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-5"
    >
      <div>
        <h3 id={`setting-${setting.name}`} className="text-lg font-semibold">
          {t(`names.${setting.name}`)}
        </h3>
        <p className="mt-1 text-soft">{t(`meanings.${setting.name}`)}</p>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="figures inline-block font-display text-2xl font-extrabold first-letter:uppercase">
          {write(setting.value)}
        </span>
        {setting.value === setting.default ? null : (
          <span className="text-sm text-soft">{t('usual', { value: write(setting.default) })}</span>
        )}
      </p>
      <form
        noValidate
        method="post"
        onSubmit={ask}
        // The button stands beside the input, whatever is said below that.
        className="mt-auto grid grid-cols-[minmax(0,1fr)_auto] gap-x-3"
      >
        <Field
          label={t('newValue')}
          hint={t('bounds', { min: write(setting.min), max: write(setting.max) })}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(null)
          }}
          className="col-start-1 row-span-4 row-start-1 grid grid-rows-subgrid"
        />
        <Button type="submit" disabled={!isChanged} className="col-start-2 row-start-3 min-h-12 self-end">
          {t('change')}
        </Button>
      </form>
      <SettingProposal key={setting.proposal?.id} setting={setting} />
      <SettingHistory setting={setting} />
      {asked ? <ChangeDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

/** Who changed it last, and on demand who did before. */
function SettingHistory({ setting }: { setting: SystemSetting }) {
  const t = useTranslations('SystemSettings')
  const formats = useFormats()
  const write = useSettingValue(setting.unit)
  const [last] = setting.changes
  if (!last) return <p className="text-sm text-soft">{t('neverChanged')}</p>
  return (
    <details className="group text-sm text-soft">
      <summary className="tap flex cursor-pointer items-center gap-1 rounded-full">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        {t('changedBy', { name: last.by ?? t('system'), time: formats.moment(last.at) })}
      </summary>
      <ol className="mt-1 grid gap-1">
        {setting.changes.map((change) => (
          <li key={change.at} className="figures flex flex-wrap gap-x-2">
            <time dateTime={change.at}>{formats.moment(change.at)}</time>
            <span>{change.by ?? t('system')}</span>
            <span>{t('fromTo', { before: write(change.before), after: write(change.after) })}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
