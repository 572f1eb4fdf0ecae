import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import type { SettingUnit } from '#lib/contract/settings/constants.ts'

type ChangeDialogProps = { setting: SystemSetting; onClose: () => void }

export function ChangeDialog({ setting, onClose }: ChangeDialogProps) {
  const t = useTranslations('SystemSettings')
  const write = useSettingValue(setting.unit)
  const name = t(`names.${setting.name}`)
  const { keep, reload } = useSettingsKeeper()
  const [typed, setTyped] = useState(String(setting.value))
  const [isRefused, setRefused] = useState(false)
  const value = Number(typed)
  const isUsable =
    typed.trim() !== '' && Number.isInteger(value) && value >= setting.min && value <= setting.max
  const isChanged = typed.trim() !== String(setting.value)
  const bounds = { min: write(setting.min), max: write(setting.max) }
  const { isPending, error, send } = useSend({
    mutationFn: () =>
      api('PATCH /admin/system-settings/', {
        body: { name: setting.name, value, version: setting.version },
      }),
    onSuccess: (changed) => {
      keep(changed)
      showToast(
        changed.proposal
          ? { title: t('proposed'), description: name, tone: 'good' }
          : { title: t('saved', { name }), tone: 'good' },
      )
      onClose()
    },
    onError: (refusal) => {
      // 409: another admin changed the setting, so the list behind the dialog is refetched.
      if (refusal instanceof ApiError && refusal.status === 409) void reload()
    },
  })
  return (
    <ConfirmDialog
      title={t('confirmTitle')}
      description={name}
      confirm={t(setting.takes_two ? 'propose' : 'save')}
      tone="loud"
      isBusy={isPending}
      problem={error?.message}
      isMoot={!isChanged}
      onConfirm={() => (isUsable ? void send() : setRefused(true))}
      onClose={onClose}
    >
      <Field
        label={t('newValue')}
        hint={t('bounds', bounds)}
        error={isRefused && !isUsable ? t('outOfBounds', bounds) : null}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setRefused(false)
        }}
      />
      <p className="figures flex flex-wrap items-center gap-3 rounded-2xl bg-sunken px-4 py-4 text-xl">
        <del className="text-soft">
          <span className="sr-only">{t('now')} </span>
          {write(setting.value)}
        </del>
        <ArrowRight aria-hidden="true" className="size-5 text-soft" />
        <ins className="font-bold no-underline">
          <span className="sr-only">{t('then')} </span>
          {isUsable ? write(value) : '–'}
        </ins>
      </p>
      <p className="text-soft">{t(whenInForce(setting))}</p>
    </ConfirmDialog>
  )
}

/**
 * When a change applies. Days of the month apply to challenges that open later; the running one keeps its
 * dates.
 */
export function whenInForce({ takes_two, unit }: Pick<SystemSetting, 'takes_two' | 'unit'>) {
  if (takes_two) return 'byTwo'
  return unit === 'day_of_month' ? 'nextMonth' : 'inForce'
}

const settings = apiQuery('GET /admin/system-settings/')
/** Poll interval, because other admins change settings too. */
const EVERY_MS = 15_000

export function useSystemSettings() {
  return useQuery({ ...settings, select: ({ results }) => results, refetchInterval: EVERY_MS })
}

export function useSettingsKeeper() {
  const client = useQueryClient()
  return {
    keep: (changed: SystemSetting) =>
      client.setQueryData(
        settings.queryKey,
        (known) =>
          known && {
            ...known,
            results: known.results.map((one) => (one.name === changed.name ? changed : one)),
          },
      ),
    reload: () => client.invalidateQueries({ queryKey: settings.queryKey }),
  }
}

/** Formats a value with its unit: `KES 50,000`, `3 tracks`, `day 8`. */
export function useSettingValue(unit: SettingUnit): (value: number) => string {
  const t = useTranslations('SystemSettings.units')
  const formats = useFormats()
  return (value) => (unit === 'shillings' ? formats.shillings(value) : t(unit, { value }))
}
