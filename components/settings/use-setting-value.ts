import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SettingUnit } from '#lib/contract/settings/constants.ts'

/** Formats `KES 50,000`, `3 tracks`, `day 8`. */
export function useSettingValue(unit: SettingUnit): (value: number) => string {
  const t = useTranslations('SystemSettings.units')
  const formats = useFormats()
  return (value) => (unit === 'shillings' ? formats.shillings(value) : t(unit, { value }))
}
